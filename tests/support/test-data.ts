import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder of real test data: `TEST_DATA`, else `shared/data` beside the project. */
export const testDataFolder = process.env['TEST_DATA'] ?? path.resolve(import.meta.dirname, '../../../shared/data')

/** In continuous integration a missing folder is a failure; elsewhere the tests that need it say that they skip. */
export const mustHaveTestData = process.env['CI'] === 'true'
export const hasTestData = existsSync(path.join(testDataFolder, 'sacramento.csv'))

/** A catalogue for the journeys: the real sales, or where they are not, a hundred invented ones. */
export const salesFile =
  hasTestData || mustHaveTestData
    ? path.join(testDataFolder, 'sacramento.csv')
    : path.join(import.meta.dirname, 'invented-sales.csv')
