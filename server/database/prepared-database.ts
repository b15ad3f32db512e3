import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { DurableFileSystem, durableStartParams } from './durable-file-system.ts'

/** Creates a missing database, by default from the prepared one. Renames it last, so a crash leaves no partial one. */
export async function makeMissingDatabase(folder: string, prepared: URL): Promise<void> {
  if (existsSync(folder)) return
  const draft = `${folder}.unpacking`
  await rm(draft, { recursive: true, force: true })
  const database = await PGlite.create(
    existsSync(prepared)
      ? { dataDir: draft, loadDataDir: new Blob([await readFile(prepared)]) }
      : { fs: new DurableFileSystem(draft), startParams: durableStartParams },
  )
  await database.close()
  await rename(draft, folder)
}
