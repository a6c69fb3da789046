import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPAT_FOLDER, type Recipe, tool, type Tool } from './tool.ts'

/** The version that a file of a language's own names, so that no version stands twice. */
function versionIn(file: string, pattern: RegExp): string {
  const version = pattern.exec(readFileSync(join(COMPAT_FOLDER, file), 'utf8'))?.[1]
  if (version === undefined) throw new Error(`${file} names no version that ${pattern} finds`)
  return version
}

const goProgram = (folder: string, what: string, target: string, name: string): Recipe => ({
  name,
  probe: ['go', 'version'],
  in: folder,
  build: (kept) => [['go', 'build', '-trimpath', '-ldflags', '-s -w', '-o', join(kept, target), what]],
  command: (kept) => [join(kept, target)],
})

/** Helm of a major version, built from its module. */
export function helm(major: 3 | 4): Promise<Tool> {
  const version = versionIn(`helm${major}/go.mod`, new RegExp(`helm\\.sh/helm/v${major} v(\\S+)`))
  return tool(goProgram(`helm${major}`, `helm.sh/helm/v${major}/cmd/helm`, 'helm', `helm-${version}`))
}

export const clientGo = () => tool(goProgram('client-go', './cmd/client-go', 'walk', 'client-go'))
export const controllerRuntime = () =>
  tool(goProgram('client-go', './cmd/controller-runtime', 'walk', 'controller-runtime'))

export const python = () =>
  tool({
    name: `python-${versionIn('python/requirements.txt', /kubernetes==(\S+)/)}`,
    probe: ['python3', '--version'],
    in: 'python',
    build: (kept) => [
      ['python3', '-m', 'venv', kept],
      [join(kept, 'bin/pip'), 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
    command: (kept) => [join(kept, 'bin/python'), join(COMPAT_FOLDER, 'python/walk.py')],
    once: true,
  })

export const rust = () =>
  tool({
    name: 'rust',
    probe: ['cargo', '--version'],
    in: 'rust',
    build: (kept) => [['cargo', 'build', '--quiet', '--target-dir', kept]],
    command: (kept) => [join(kept, 'debug/coxswain-compat')],
  })

export const java = () =>
  tool({
    name: `java-${versionIn('java/pom.xml', /kubernetes-client<\/artifactId>\s*<version>([^<]+)/)}`,
    probe: ['mvn', '--version'],
    in: 'java',
    build: (kept) => [
      ['mvn', '-q', '-B', 'dependency:build-classpath', `-Dmdep.outputFile=${join(kept, 'classpath')}`],
    ],
    command: (kept) => [
      'java',
      '-cp',
      readFileSync(join(kept, 'classpath'), 'utf8'),
      join(COMPAT_FOLDER, 'java/Walk.java'),
    ],
    once: true,
  })
