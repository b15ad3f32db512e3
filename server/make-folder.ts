import { access, constants, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { ExplainedError } from './config.ts'

/** Creates a missing folder. Throws `ExplainedError` with `label` if it is not writable. */
export async function makeNamedFolder(label: string, folder: string): Promise<void> {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK)
  } catch {
    throw new ExplainedError(`${label} ${folder} cannot be written to.`)
  }
}

/** Creates a folder and its missing parents. Node's `recursive` does not terminate below folders such as /proc. */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (await isFolder(folder)) return
  await makeFolder(path.dirname(path.resolve(folder)), mode)
  await mkdir(folder, { mode }).catch(async (error: unknown) => {
    // Another process may have created it concurrently.
    if (!(await isFolder(folder))) throw error
  })
}

async function isFolder(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  return found?.isDirectory() ?? false
}
