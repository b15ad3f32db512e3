import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'

/**
 * Makes a missing folder from the empty database that `npm run package` lays beside the bundle, where there is one.
 * Under another name first: what a crash leaves behind is never taken for a database.
 */
export async function unpackPreparedDatabase(folder: string, prepared: URL): Promise<void> {
  if (existsSync(folder) || !existsSync(prepared)) return
  const draft = `${folder}.unpacking`
  await rm(draft, { recursive: true, force: true })
  const loadDataDir = new Blob([await readFile(prepared)])
  const database = await PGlite.create({ dataDir: draft, loadDataDir })
  await database.close()
  await rename(draft, folder)
}
