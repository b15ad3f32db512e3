import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { DurableFileSystem, durableStartParams } from './durable-file-system.ts'

/** Creates the database in `folder` if there is none: from the archive `prepared`, or from scratch if there is no archive. */
export async function makeMissingDatabase(folder: string, prepared: URL): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unpacking`
  await rm(unfinished, { recursive: true, force: true })
  const database = await PGlite.create(
    existsSync(prepared)
      ? { dataDir: unfinished, loadDataDir: new Blob([await readFile(prepared)]) }
      : { fs: new DurableFileSystem(unfinished), startParams: durableStartParams },
  )
  await database.close()
  // The folder gets its final name last, so that a crash leaves no partial database.
  await rename(unfinished, folder)
}
