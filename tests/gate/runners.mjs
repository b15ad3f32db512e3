import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/** `seed` shuffles the tests of each file; null keeps their order. The runner writes its report to `report`. */
export function commandOf({ project, files, isWhole }, { report, seed }) {
  if (project === 'journeys') {
    const words = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/journeys/playwright.config.ts']
    const chosen = isWhole ? [] : ['--grep', '@gate']
    // A run empties its output folder at the start, so parallel runs need one each.
    const output = path.join('test-results', path.parse(report).name)
    const names = files.map((file) => `${path.basename(file).replaceAll('.', String.raw`\.`)}$`)
    return {
      command: [
        process.execPath,
        ...words,
        '--workers',
        '1',
        '--output',
        output,
        '--reporter',
        'list,json',
        ...chosen,
        ...names,
      ],
      environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    }
  }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const shuffle = seed === null ? [] : ['--sequence.shuffle.tests', `--sequence.seed=${seed}`]
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--project', project]
  if (!isWhole) words.push('--tags-filter=!long')
  return {
    command: [process.execPath, ...words, ...reporters, ...shuffle, ...files.map((file) => path.resolve(file))],
    environment: {
      // As an option it would not reach the projects, which have their own.
      VITEST_MAX_WORKERS: '1',
      // The production build of React, as agents have it, is a sixth faster than the development build.
      ...(project === 'screens' ? { NODE_ENV: 'production' } : {}),
    },
  }
}

/** Results by file: `{ file, ms, passed, failed: [{ title, reason }], skipped: [title] }`; null without a report. */
export function readReport(report, { project, isWhole }) {
  if (!existsSync(report)) return null
  const content = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report)
  return project === 'journeys'
    ? content.suites.map(journeyFile)
    : content.testResults.map((one) => vitestFile(one, isWhole))
}

function vitestFile({ name, startTime, endTime, status, message, assertionResults }, isWhole) {
  const failed = assertionResults
    .filter((one) => one.status === 'failed')
    .map(({ fullName, failureMessages }) => ({ title: fullName, reason: failureMessages[0] ?? '' }))
  if (status === 'failed' && failed.length === 0) failed.push({ title: 'The file could not be run.', reason: message })
  return {
    file: path.relative(process.cwd(), name),
    ms: Math.max(0, endTime - startTime),
    passed: assertionResults.filter((one) => one.status === 'passed').length,
    failed,
    skipped: assertionResults.filter((one) => isSkipped(one, isWhole)).map(({ fullName }) => fullName),
  }
}

/** Tests that the gate leaves out on purpose do not count as skipped. */
const isSkipped = ({ status, tags = [] }, isWhole) =>
  status !== 'passed' && status !== 'failed' && (isWhole || !tags.includes('long'))

function journeyFile(suite) {
  const specs = specsOf(suite)
  const failed = specs.filter(({ ok }) => !ok)
  const results = specs.flatMap(({ tests }) => tests.flatMap((one) => one.results))
  const skipped = specs.filter(({ tests }) => tests.every(({ status }) => status === 'skipped'))
  return {
    file: path.join('tests/journeys', suite.file),
    ms: results.reduce((sum, { duration }) => sum + duration, 0),
    passed: specs.length - failed.length - skipped.length,
    failed: failed.map(({ title, tests }) => ({ title, reason: tests[0]?.results[0]?.error?.message ?? '' })),
    skipped: skipped.map(({ title }) => title),
  }
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}
