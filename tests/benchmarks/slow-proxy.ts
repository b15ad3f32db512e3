import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SlowProxy = {
  origin: string
  /** Milliseconds added to each API request. */
  latencyMs: number
  /** Shares of writes: those whose answer is lost after the server did them, and those that get a 503 without reaching it. */
  lostAnswers: number
  refused: number
  /** Writes that reached the server, and the numbers of the others. */
  forwarded: number
  answersLost: number
  requestsRefused: number
  close: () => Promise<void>
}

/** A proxy between browser and server that can be slow and lose answers, the same ones in every run. */
export async function slowProxy(target: string): Promise<SlowProxy> {
  const agent = new Agent({ keepAlive: true })
  let seed = 1
  const chance = () => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647
  }
  const server = createServer((asked, answer) => {
    const isWrite = asked.method !== 'GET' && /^\/api\/(crm|sync\/batch)\//.test(asked.url ?? '')
    const fate = isWrite ? chance() : 1
    // On a reused connection, Chromium itself repeats a request whose answer did not begin.
    if (proxy.lostAnswers > 0) answer.shouldKeepAlive = false
    if (fate < proxy.refused) {
      proxy.requestsRefused += 1
      asked.resume()
      answer.writeHead(503, { 'content-type': 'application/json' })
      return void answer.end('{}')
    }
    if (isWrite) proxy.forwarded += 1
    const wait = asked.url?.startsWith('/api/') === true ? proxy.latencyMs : 0
    const forward = () => {
      const { method, url, headers } = asked
      const asking = request(`${target}${url}`, { agent, method, headers }, (given) => {
        if (fate < proxy.refused + proxy.lostAnswers) {
          proxy.answersLost += 1
          given.resume().on('end', () => asked.socket.destroy())
          return
        }
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
      })
      asking.on('error', () => asked.socket.destroy())
      asked.pipe(asking)
    }
    if (wait === 0) forward()
    else setTimeout(forward, wait)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: SlowProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    latencyMs: 0,
    lostAnswers: 0,
    refused: 0,
    forwarded: 0,
    answersLost: 0,
    requestsRefused: 0,
    close: () =>
      new Promise((resolve) => {
        agent.destroy()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return proxy
}
