import { rm } from 'node:fs/promises'
import net from 'node:net'
import * as v from 'valibot'
import { commandOf, type Command } from '#server/commands/command.ts'
import { ExplainedError, type Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'
import { adminSocketPath, type AdminResponse } from './admin-socket-path.ts'
import { readLines } from './read-lines.ts'

/** `name`: the command. `words`: what follows it on the command line. `folder`: the folder in which it was typed. */
const requestSchema = v.object({ name: v.string(), words: v.array(v.string()), folder: v.string() })

type AdminSocket = { close: () => Promise<void> }

type ServerProcess = {
  config: Config
  services: Services
  commands: Readonly<Record<string, Command>>
  /** Called with each error of a command, except `ExplainedError`. */
  onFailure: (error: unknown) => void
}

/** Runs commands of the command line in the server's process, because only this process may open the database. */
export async function openAdminSocket(serverProcess: ServerProcess): Promise<AdminSocket> {
  const address = adminSocketPath(serverProcess.config.dataDir)
  if (address === null) return { close: async () => {} }
  // Deletes the socket file of a killed process. It is not in use: this process holds the lock of the data folder.
  if (process.platform !== 'win32') await rm(address, { force: true })
  const stop = new AbortController()
  const running = new Set<Promise<void>>()
  const server = net.createServer((socket) => {
    const run = answer(socket, serverProcess, stop.signal).finally(() => running.delete(run))
    running.add(run)
  })
  await listenForOwnUser(server, address)
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      stop.abort()
      await Promise.all(running)
      await closed
    },
  }
}

async function answer(socket: net.Socket, serverProcess: ServerProcess, signal: AbortSignal): Promise<void> {
  // If the client disconnects, the command continues.
  socket.on('error', () => {})
  const send = (response: AdminResponse): void =>
    void (socket.writable && socket.write(`${JSON.stringify(response)}\n`))
  const disconnect = (): void => void socket.destroy()
  signal.addEventListener('abort', disconnect)
  try {
    const line = await firstLine(socket)
    // Only a client without a command is disconnected when the server stops: a running command gets `signal` and can still answer.
    signal.removeEventListener('abort', disconnect)
    if (line === null) return
    const { name, ...request } = v.parse(requestSchema, JSON.parse(line))
    const { config, services, commands } = serverProcess
    const withServices = (work: (lent: Services) => Promise<void>): Promise<void> => work(services)
    const print = (text: string): void => send({ print: text })
    await commandOf(commands, name)({ ...request, config, print, withServices, signal })
    send({ end: 'done' })
  } catch (error) {
    if (!(error instanceof ExplainedError)) serverProcess.onFailure(error)
    send({ end: 'wrong', message: error instanceof Error ? error.message : 'The command failed.' })
  } finally {
    socket.end()
  }
}

/** Returns the first line; null if the connection ends before a complete line. */
function firstLine(socket: net.Socket): Promise<string | null> {
  return new Promise((resolve) => {
    void readLines(socket, resolve).then(() => resolve(null))
  })
}

/** The umask makes the socket private from the moment it is created. */
function listenForOwnUser(server: net.Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const before = process.umask(0o177)
    try {
      server.listen(address, () => resolve())
    } finally {
      process.umask(before)
    }
  })
}
