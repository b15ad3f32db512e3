import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder of real test data: `TEST_DATA`, or `shared/data` beside the project. */
export const testDataFolder = process.env['TEST_DATA'] ?? path.resolve(import.meta.dirname, '../../../shared/data')

/** On CI a missing folder is a failure; elsewhere the tests that need it are skipped. */
export const mustHaveTestData = process.env['CI'] === 'true'
export const hasTestData = existsSync(path.join(testDataFolder, 'sacramento.csv'))

/** The catalog for journeys: real sales, or a hundred invented ones if they are missing. */
export const salesFile =
  hasTestData || mustHaveTestData
    ? path.join(testDataFolder, 'sacramento.csv')
    : path.join(import.meta.dirname, 'invented-sales.csv')
