import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const besideTheProject = fileURLToPath(new URL('../../../shared/data', import.meta.url))

export const testDataFolder = path.resolve(process.env['TEST_DATA'] ?? besideTheProject)

/** True when tests on real data say that they skip; in CI a missing folder makes them fail instead. */
export const testDataIsMissing = !existsSync(testDataFolder) && process.env['CI'] !== 'true'

export function testDataFile(name: string): string {
  return path.join(testDataFolder, name)
}
