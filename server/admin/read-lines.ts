import type net from 'node:net'

/** Calls `onLine` for each line. Resolves when either side closes the socket. */
export function readLines(socket: net.Socket, onLine: (line: string) => void): Promise<void> {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  return new Promise((resolve) => socket.once('close', () => resolve()))
}
