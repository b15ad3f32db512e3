import type net from 'node:net'

/** Calls back for each line. Resolves when the socket is closed by either side. */
export function readLines(socket: net.Socket, heard: (line: string) => void): Promise<void> {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) heard(line)
  })
  return new Promise((resolve) => socket.once('close', () => resolve()))
}
