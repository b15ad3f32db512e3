import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'

  constructor(dataDir: string) {
    super(
      `The data folder ${path.resolve(dataDir)} is already open in another Fanlight server. ` +
        `Stop that one first, or set DATA_DIR to another folder.`,
    )
  }
}

type DataFolderLock = { release: () => Promise<void> }

/** The content of the owner file. `beat` is the number of heartbeats so far. */
type Owner = { id: string; machine: string; pid: number; beat: number }

/** No other timer has this duration, so that tests can shorten it alone. */
const heartbeatMs = 4000
/** Longer than another process needs between reading the owner file and replacing it. */
const settleMs = 500
/** Five heartbeats: an owner whose file does not change for longer has stopped, or lost its disk. */
const silenceMs = 20_000

/**
 * Locks the folder, or throws `DataFolderInUse`: two servers on one embedded database lose rows without an error. Uses
 * two locks: a socket, for processes on this machine, and an owner file with a heartbeat, for containers that share the
 * volume. Calls `onLost` only when another process has taken over the folder, not for a late or failed heartbeat.
 */
export async function lockDataFolder(dataDir: string, onLost: (error: Error) => void): Promise<DataFolderLock> {
  const socket = await listenOrRefuse(dataDir)
  try {
    return await ownFolder(dataDir, socket, onLost)
  } catch (error) {
    await closeSocket(socket)
    throw error
  }
}

async function ownFolder(dataDir: string, socket: net.Server, onLost: (error: Error) => void): Promise<DataFolderLock> {
  const file = path.join(dataDir, 'owner.json')
  const owner: Owner = { id: randomUUID(), machine: machine(), pid: process.pid, beat: 0 }
  await takeFolder(file, owner, dataDir)

  let beating: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  // Heartbeats run sequentially: on a slow disk, two overlapping ones would remove each other's draft file.
  const beatLater = (): void => {
    timer = setTimeout(() => {
      beating = beat(file, owner).then((isTakenOver) => {
        if (!isTakenOver) beatLater()
        else onLost(new Error(takenOver))
      })
    }, heartbeatMs).unref()
  }
  beatLater()

  return {
    async release() {
      clearTimeout(timer)
      await beating
      // The beat that has just finished may have scheduled the next one.
      clearTimeout(timer)
      const current = await readOwner(file)
      if (current?.id === owner.id) await rm(file, { force: true })
      await rm(draftOf(file, owner), { force: true })
      await closeSocket(socket)
    },
  }
}

const takenOver = 'Another Fanlight server has taken this data folder over; this one stops, so that nothing is lost.'

/** Writes a heartbeat. Returns true, without writing, if another process owns the folder. */
async function beat(file: string, owner: Owner): Promise<boolean> {
  const current = await readOwner(file)
  if (current !== undefined && current.id !== owner.id) return true
  owner.beat += 1
  // The disk may be full or unavailable for a while; the socket still excludes other processes on this machine.
  await writeOwner(file, owner).catch(() => {})
  return false
}

/** Makes `owner` the folder's owner. If several processes start concurrently, all but one throw `DataFolderInUse`. */
async function takeFolder(file: string, owner: Owner, dataDir: string): Promise<void> {
  const former = await waitForSilence(file, dataDir)
  if (former === undefined) {
    if (await createOwner(file, owner)) return
    // Another process has just created the file, a power cut has emptied it, or the disk does not support hard links.
    await pause(settleMs)
    if ((await readOwner(file)) !== undefined) throw new DataFolderInUse(dataDir)
  }
  await writeOwner(file, owner)
  // Another process may have waited for the same former owner and may be writing now: the last writer wins.
  await pause(settleMs)
  if ((await readOwner(file))?.id !== owner.id) throw new DataFolderInUse(dataDir)
}

/** Creates the file atomically. Returns false if it exists, or if the disk does not support hard links. */
async function createOwner(file: string, owner: Owner): Promise<boolean> {
  const draft = await writeDraft(file, owner)
  const isCreated = await link(draft, file).then(
    () => true,
    () => false,
  )
  await rm(draft, { force: true })
  return isCreated
}

/** Throws `DataFolderInUse` if the owner runs. One on this machine cannot, because we hold the socket; another one beats within `silenceMs`. */
async function waitForSilence(file: string, dataDir: string): Promise<Owner | undefined> {
  const first = await readOwner(file)
  if (first === undefined || first.machine === machine()) return first
  const deadline = performance.now() + silenceMs
  while (performance.now() < deadline) {
    await pause(1000)
    const current = await readOwner(file)
    if (current === undefined) return undefined
    // Compares beats, not times: the clocks of two machines may differ.
    if (current.id !== first.id || current.beat !== first.beat) throw new DataFolderInUse(dataDir)
  }
  return first
}

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner
  } catch {
    return undefined
  }
}

async function writeOwner(file: string, owner: Owner): Promise<void> {
  // Atomically, so that a reader never sees half a file.
  await rename(await writeDraft(file, owner), file)
}

async function writeDraft(file: string, owner: Owner): Promise<string> {
  await writeFile(draftOf(file, owner), JSON.stringify(owner))
  return draftOf(file, owner)
}

/** One draft per owner: another process could rename a shared one. */
function draftOf(file: string, { id }: Owner): string {
  return `${file}.${id}.new`
}

/** Identifies the scope of the socket lock: a network namespace in one boot of a machine. */
function machine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/net')}`
  } catch {
    return os.hostname()
  }
}

async function listenOrRefuse(dataDir: string): Promise<net.Server> {
  const { dev, ino } = await stat(dataDir)
  const name = lockName(`fanlight-${dev}-${ino}`)
  try {
    return await listen(name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if (process.platform === 'linux' || process.platform === 'win32' || (await isListening(name))) {
      throw new DataFolderInUse(dataDir)
    }
    // On other systems the socket is a file, which remains when its process is killed.
    await rm(name, { force: true })
    return listen(name)
  }
}

function lockName(name: string): string {
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return path.join(os.tmpdir(), `${name}.socket`)
}

function listen(name: string): Promise<net.Server> {
  const server = net.createServer((socket) => socket.destroy())
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(name, () => resolve(server))
  })
}

function isListening(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(name)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function closeSocket(socket: net.Server): Promise<void> {
  return new Promise((resolve) => {
    socket.close(() => resolve())
  })
}
