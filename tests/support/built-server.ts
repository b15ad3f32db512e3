import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
/** Node flags, if `new-data-folder.ts` sets any. */
const flags = process.env['SERVER_FLAGS']?.split(' ') ?? []

export type BuiltServer = {
  origin: string
  dataFolder: string
  /** `kill -9`: nothing is logged and nothing is flushed. */
  kill: () => Promise<void>
  stop: () => Promise<void>
  /** Halts the process until `look` has ended, as a disk snapshot sees it. */
  whileHalted: (look: () => Promise<void>) => Promise<void>
  restart: () => Promise<void>
  /** Runs a command of the server on its data; returns the output. */
  run: (words: string[]) => Promise<string>
  /** The output of each of `commandsFirst`. */
  printed: string[]
  close: () => Promise<void>
}

/**
 * Starts the server that `npm run build` made, as a process with its own data folder. `commandsFirst` are commands of the
 * server (`['import-properties', file]`) to run first; `settings` are environment variables; `template` is a data folder to
 * copy, which is ten times faster than initializing one, or null for an empty folder; `release` is the folder of the build.
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

/** Resolves when the server prints that it listens; rejects if it ends first. */
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

/** A port outside the range that the system assigns to connections, so that it stays free until the server opens it. */
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
