import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

const filesIn = (folders: string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`)

export default defineConfig({
  test: {
    // two cores, shared with the servers that the tests start
    maxWorkers: 2,
    passWithNoTests: true,
    coverage: { provider: 'istanbul', include: ['src/**/*.ts'], exclude: ['src/local/**'] },
    projects: [
      {
        test: {
          name: 'unit',
          include: filesIn([
            'core',
            'kinds',
            'storage',
            'http',
            'local',
            'architecture',
            'contract',
            'client',
            'cli',
            'promises',
          ]),
          // needs a server
          exclude: filesIn(['client/against-server']),
          testTimeout: 15_000,
        },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './wrangler.toml' } })],
        test: {
          name: 'workers',
          include: filesIn(['objects']),
          testTimeout: 30_000,
          provide: { fuzzSeed: process.env['FUZZ_SEED'] ?? '' },
        },
      },
      {
        test: {
          name: 'server',
          include: filesIn([
            'conformance',
            'golden',
            'kubectl',
            'regressions',
            'fuzz',
            'hostile',
            'soak',
            'client/against-server',
            'testing',
          ]),
          globalSetup: ['test/support/bundle-once.ts'],
          testTimeout: 60_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'package',
          include: filesIn(['package', 'examples', 'browser']),
          globalSetup: ['test/support/install-once.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
