import { defineConfig } from 'vitest/config'

/** The clients of other languages. Their first build takes minutes, so they are no part of `npm test`. */
export default defineConfig({
  test: {
    include: ['compat/*.test.ts'],
    // one build, one server at a time: two cores
    maxWorkers: 1,
    fileParallelism: false,
    globalSetup: ['test/support/bundle-once.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
