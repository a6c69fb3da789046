import type { TestProject } from 'vitest/node'
import { InstalledPackage } from './installed-package.ts'

/** Packs and installs the package, once for all tests of it. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const installed = await InstalledPackage.install()
  provide('installedPackage', installed.folder)
  return () => installed.remove()
}
