import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
/** What Node is told, where `new-data-folder.ts` says so. */
const flags = process.env['SERVER_FLAGS']?.split(' ') ?? []

export type BuiltServer = {
  origin: string
  dataFolder: string
  /** `kill -9`: nothing is said and nothing is flushed. */
  kill: () => Promise<void>
  /** Asked to stop, it ends in its own time. */
  stop: () => Promise<void>
  /** As the snapshot of a disk finds it: halted in the middle of whatever it does, until `look` has ended. */
  whileHalted: (look: () => Promise<void>) => Promise<void>
  /** Starts again on the same port and data. */
  restart: () => Promise<void>
  /** Runs one of the server's own commands on its data; gives what it printed. */
  run: (words: string[]) => Promise<string>
  /** What `commandsFirst` printed. */
  printed: string[]
  close: () => Promise<void>
}

/**
 * The server as `npm run build` left it, in a process of its own with a data folder of its own. `commandsFirst` are the
 * server's own commands (`['import-properties', file]`), run on the data before it is served; `settings` are variables of
 * its environment; `template` is a data folder to begin with a copy of, which takes a tenth of making a new one; null for an empty folder.
 * `release` is the folder that the build is in.
 */
export async function startBuiltServer(
  commandsFirst: string[][] = [],
  settings: Readonly<Record<string, string>> = {},
  template: string | null = process.env['NEW_DATA_FOLDER'] ?? null,
  release = root,
): Promise<BuiltServer> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'fanlight-'))
  if (template !== null) await cp(template, dataFolder, { recursive: true })
  const port = await freePort()
  const environment = environmentOf(port, dataFolder, settings)
  const origin = `http://127.0.0.1:${port}`
  let running: ChildProcess | null = null

  async function start(): Promise<void> {
    const child = spawn(process.execPath, [...flags, 'build/main.js', 'serve'], {
      cwd: release,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running = child
    await untilListening(child)
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    const child = running
    running = null
    if (child !== null) await endProcess(child, signal)
  }

  const run = (words: string[]) =>
    output(spawn(process.execPath, [...flags, 'build/main.js', ...words], { cwd: release, env: environment }))
  const printed: string[] = []
  for (const words of commandsFirst) printed.push(await run(words))
  await start()
  return {
    origin,
    dataFolder,
    kill: () => stop('SIGKILL'),
    stop: () => stop('SIGTERM'),
    whileHalted: async (look) => {
      running?.kill('SIGSTOP')
      await look().finally(() => running?.kill('SIGCONT'))
    },
    run,
    restart: start,
    printed,
    close: async () => {
      await stop('SIGTERM')
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

function environmentOf(port: number, dataFolder: string, settings: Readonly<Record<string, string>>) {
  return {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataFolder,
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    ...settings,
  }
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

/** A server says where it is when it listens. Rejects when it ends before. */
function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (piece: Buffer) => {
      process.stdout.write(piece)
      said += piece.toString()
      if (said.includes('Fanlight is at')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)))
  })
}

/** Below those that the system gives to connections: it may be free for a while before the server takes it, or takes it again. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    await new Promise((resolve) => probe.close(resolve))
    if (isFree) return port
  }
}

function output(child: ChildProcess): Promise<string> {
  const chunks: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve(chunks.join('')) : reject(new Error(chunks.join('')))))
  })
}
