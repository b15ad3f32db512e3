import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '#server/make-folder.ts'
import { isPhotoName, type PhotoStore, type PhotoWidth } from './photo-store.ts'

/** Photos as files: `{folder}/ab/ab…-960.webp`. */
export function createFilePhotoStore(folder: string): PhotoStore {
  const folderOf = (name: string) => path.join(folder, name.slice(0, 2))
  const fileOf = (name: string, width: PhotoWidth) => path.join(folderOf(name), `${name}-${width}.webp`)

  // Identifies the database to which the photos belong.
  const ownerFile = path.join(folder, 'owner')

  async function remove(name: string): Promise<void> {
    for (const file of await filesIn(folderOf(name)))
      if (file.startsWith(`${name}-`)) await rm(path.join(folderOf(name), file), { recursive: true, force: true })
  }

  return {
    async put(name, copies) {
      await makeFolder(folderOf(name))
      try {
        for (const { width, bytes } of copies) await writeWhole(fileOf(name, width), bytes)
        await syncFolder(folderOf(name))
        await syncFolder(folder)
      } catch (error) {
        await remove(name)
        throw error
      }
    },

    get: (name, width) => bytesOf(fileOf(name, width)),

    delete: remove,

    async namesStoredBefore(moment) {
      const names = new Set<string>()
      for (const subfolder of await filesIn(folder)) {
        for (const file of await filesIn(path.join(folder, subfolder))) {
          const name = file.slice(0, 32)
          if (!isPhotoName(name)) continue
          if (await isOlder(path.join(folder, subfolder, file), moment)) names.add(name)
        }
      }
      return [...names]
    },

    owner: async () => (await bytesOf(ownerFile))?.toString() ?? null,

    async setOwner(owner) {
      await makeFolder(folder)
      await writeWhole(ownerFile, Buffer.from(owner))
    },
  }
}

async function bytesOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Writes a file atomically: a reader gets the whole file or none, even after a power cut. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const partFile = `${file}.${randomBytes(4).toString('hex')}.part`
  const handle = await open(partFile, 'wx', 0o640)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(partFile, file)
}

/** A rename survives a power cut only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'ENOTDIR')) return []
    throw error
  }
}

async function isOlder(file: string, moment: Date): Promise<boolean> {
  try {
    return (await stat(file)).mtime < moment
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
