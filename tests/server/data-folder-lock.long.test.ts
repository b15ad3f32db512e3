import fs from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DataFolderInUse, lockDataFolder } from '#server/database/data-folder-lock.ts'

function replaceFiles(replaced: Partial<typeof fs.promises>): () => void {
  const real = { ...fs.promises }
  const putBack = () => {
    Object.assign(fs.promises, real)
    syncBuiltinESMExports()
  }
  Object.assign(fs.promises, replaced)
  syncBuiltinESMExports()
  onTestFinished(putBack)
  return putBack
}

/** Runs `work`, as another container, right after this process has first read the owner file. */
function afterTheFirstLook(work: () => Promise<void>): void {
  const real = fs.promises.readFile
  const putBack = replaceFiles({
    readFile: (async (...asked: Parameters<typeof real>) => {
      putBack()
      const [outcome] = await Promise.allSettled([real(...asked)])
      await work()
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }) as typeof real,
  })
}

/** Runs `work` right after this process has first put its owner file in place of another one. */
function afterTheFirstTakeover(work: () => Promise<void>): void {
  const real = fs.promises.rename
  const putBack = replaceFiles({
    rename: async (from, to) => {
      putBack()
      await real(from, to)
      await work()
    },
  })
}

/** As on a slow disk: the owner file is empty until `count` containers write theirs, and none continues before all have. */
function inContainersOnASlowDisk(count: number): void {
  const { rename: move, stat, writeFile: write } = fs.promises
  const [written, moved] = [barrier(count), barrier(count)]
  let containers = 0
  replaceFiles({
    // The socket that separates the processes of one machine is named after the folder's inode.
    stat: (async (folder: string) => {
      const container = (containers += 1)
      return Object.assign(await stat(folder), { ino: process.pid * 1000 + container })
    }) as unknown as typeof stat,
    writeFile: async (file, text, options) => {
      await write(file, '', options)
      await written()
      await write(file, text)
    },
    rename: async (from, to) => {
      await move(from, to)
      await moved()
    },
  })
}

/** A barrier: resolves when `count` callers wait, then starts again. */
function barrier(count: number): () => Promise<void> {
  let waiting: (() => void)[] = []
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length < count) return
      for (const goOn of waiting) goOn()
      waiting = []
    })
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

test('of two containers that open a new folder at the same moment, one is refused', async () => {
  const { folder, file, ofAnother } = await aFolder()
  afterTheFirstLook(ofAnother)
  await expect(lockDataFolder(folder, () => {})).rejects.toThrow(DataFolderInUse)
  expect(await ownerIn(file)).toBe('other')
})

test.each([
  ['a new folder', undefined],
  ['one whose owner file a power cut has emptied', ''],
])('of several containers that open %s at once, one gets it and the others are refused', async (_, text) => {
  const { folder, file } = await aFolder()
  if (text !== undefined) await writeFile(file, text)
  inContainersOnASlowDisk(4)
  const starts = await Promise.allSettled([1, 2, 3, 4].map(() => lockDataFolder(folder, () => {})))
  const locks = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const refusals = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason as unknown] : []))
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(DataFolderInUse)
  expect(locks).toHaveLength(1)
  expect(await ownerIn(file)).toMatch(/^[0-9a-f-]{36}$/)
  for (const lock of locks) await lock.release()
  expect(await readdir(folder)).toEqual([])
})

test('a dead process’s folder is refused if another container takes it over first', async () => {
  const { folder, file, ofAnother } = await aFolder()
  const lock = await lockDataFolder(folder, () => {})
  const ofTheDead = await readFile(file)
  await lock.release()
  await writeFile(file, ofTheDead)
  afterTheFirstTakeover(ofAnother)
  await expect(lockDataFolder(folder, () => {})).rejects.toThrow(DataFolderInUse)
  expect(await ownerIn(file)).toBe('other')
})

test('the lock also works on a disk without hard links', async () => {
  const { folder, file } = await aFolder()
  replaceFiles({ link: () => Promise.reject(Object.assign(new Error('no links here'), { code: 'EPERM' })) })
  const lock = await lockDataFolder(folder, () => {})
  expect(await ownerIn(file)).toMatch(/^[0-9a-f-]{36}$/)
  await lock.release()
  expect(await readdir(folder)).toEqual([])
})

test('an owner file that a power cut has emptied does not block the folder', async () => {
  const { folder, file } = await aFolder()
  await writeFile(file, '')
  const lock = await lockDataFolder(folder, () => {})
  expect(await ownerIn(file)).toMatch(/^[0-9a-f-]{36}$/)
  await lock.release()
})
