// Prints what ran from vitest's JSON report, and as last line `N passed, N failed, N skipped`. A step that failed
// without a failed test (a check, a file that cannot be loaded, no report at all) counts as one failure.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [reportFile, stepsFailed] = process.argv.slice(2)

function readReport() {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'))
  } catch {
    return { testResults: [] }
  }
}

const count = { passed: 0, failed: 0, skipped: 0 }
for (const file of readReport().testResults) {
  const own = { passed: 0, failed: 0, skipped: 0 }
  for (const { status } of file.assertionResults)
    own[status === 'passed' || status === 'failed' ? status : 'skipped'] += 1
  if (file.status === 'failed' && own.failed === 0) own.failed = 1
  for (const key of Object.keys(count)) count[key] += own[key]
  console.log(
    `${relative(process.cwd(), file.name)}: ${own.passed} passed, ${own.failed} failed, ${own.skipped} skipped`,
  )
}
if (stepsFailed !== '0' && count.failed === 0) count.failed = 1
if (count.passed === 0 && count.failed === 0) count.failed = 1

console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exitCode = count.failed === 0 ? 0 : 1
