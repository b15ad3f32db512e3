import { access, constants, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { WrongSetting } from './config.ts'

/** A folder of the settings or of a command, made when it is missing; `label` is what the message calls it. */
export async function makeNamedFolder(label: string, folder: string): Promise<void> {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK)
  } catch {
    throw new WrongSetting(`${label} ${folder} cannot be written to.`)
  }
}

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` never comes to an end below a folder that takes
 * nothing new, such as /proc.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (await isFolder(folder)) return
  await makeFolder(path.dirname(path.resolve(folder)), mode)
  await mkdir(folder, { mode }).catch(async (error: unknown) => {
    // Another process may have made it meanwhile.
    if (!(await isFolder(folder))) throw error
  })
}

async function isFolder(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  return found?.isDirectory() ?? false
}
