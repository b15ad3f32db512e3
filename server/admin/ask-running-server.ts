import net from 'node:net'
import type { CommandTask } from '#server/commands/command.ts'
import { ExplainedError } from '#server/config.ts'
import { adminSocketPath, type AdminRequest, type AdminResponse } from './admin-socket-path.ts'
import { readLines } from './read-lines.ts'

/**
 * Runs a command, with its arguments `words`, in the server that has the data folder open. `folder` is where the command was entered.
 * Returns false if no server listens.
 */
export async function runInRunningServer(
  name: string,
  { config, words, folder, print }: Pick<CommandTask, 'config' | 'words' | 'folder' | 'print'>,
): Promise<boolean> {
  const address = adminSocketPath(config.dataDir)
  const socket = address === null ? null : await connected(address)
  if (socket === null) return false
  socket.write(`${JSON.stringify({ name, words, folder } satisfies AdminRequest)}\n`)
  const received: { end: Extract<AdminResponse, { end: string }> | null } = { end: null }
  await readLines(socket, (line) => {
    const response = JSON.parse(line) as AdminResponse
    if ('print' in response) print(response.print)
    else received.end = response
  })
  if (received.end === null) throw new ExplainedError('The server stopped before the command had ended.')
  if (received.end.end === 'wrong') throw new ExplainedError(received.end.message)
  return true
}

function connected(address: string): Promise<net.Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(address)
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(error.code ?? '')) resolve(null)
      else if (error.code === 'EACCES')
        reject(
          new ExplainedError(
            'This data folder is served by another user of this machine; run the command as that user.',
          ),
        )
      else reject(error)
    })
  })
}
