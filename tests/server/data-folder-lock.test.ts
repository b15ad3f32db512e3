import fs from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DataFolderInUse, lockDataFolder } from '#server/database/data-folder-lock.ts'

/** Does what another container does right after this process has looked who owns the folder. */
function afterTheFirstLook(work: () => Promise<void>): void {
  const real = fs.promises.readFile
  const putBack = () => {
    fs.promises.readFile = real
    syncBuiltinESMExports()
  }
  fs.promises.readFile = (async (...asked: Parameters<typeof real>) => {
    putBack()
    const [outcome] = await Promise.allSettled([real(...asked)])
    await work()
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }) as typeof real
  syncBuiltinESMExports()
  onTestFinished(putBack)
}

async function aFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'owner.json')
  const ofAnother = () =>
    writeFile(file, JSON.stringify({ id: 'other', machine: 'another container', pid: 1, beat: 0 }))
  return { folder, file, ofAnother }
}

const ownerIn = async (file: string) => (JSON.parse(await readFile(file, 'utf8')) as { id: string }).id

test('of two containers that come to a new folder in the same moment, one is refused', async () => {
  const { folder, file, ofAnother } = await aFolder()
  afterTheFirstLook(ofAnother)
  await expect(lockDataFolder(folder, () => {})).rejects.toThrow(DataFolderInUse)
  expect(await ownerIn(file)).toBe('other')
})

test('an owner file that a power cut has emptied keeps nobody out', async () => {
  const { folder, file } = await aFolder()
  await writeFile(file, '')
  const lock = await lockDataFolder(folder, () => {})
  expect(await ownerIn(file)).toMatch(/^[0-9a-f-]{36}$/)
  await lock.release()
})
