import { Agent, request, type OutgoingHttpHeaders } from 'node:http'

export type Asked = { method: string; path: string; headers?: OutgoingHttpHeaders; body?: unknown }

const connections = 32
const warmUpMs = 500
const measuredMs = 3000

/** `next` gets the number of the connection. Every answer must be a 2xx. */
export async function requestsPerSecond(origin: string, next: (connection: number) => Asked): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const startedAt = performance.now()
  let answered = 0
  const askOnAndOn = async (connection: number) => {
    for (let now = performance.now(); now - startedAt < warmUpMs + measuredMs; now = performance.now()) {
      await ask(agent, origin, next(connection))
      // Requests that began before the measured time count, and those that end after it do not.
      const endedAfter = performance.now() - startedAt
      if (endedAfter > warmUpMs && endedAfter <= warmUpMs + measuredMs) answered += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => askOnAndOn(connection)))
  agent.destroy()
  return answered / (measuredMs / 1000)
}

function ask(agent: Agent, origin: string, { method, path, headers, body }: Asked): Promise<void> {
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const asking = request(
      `${origin}${path}`,
      {
        agent,
        method,
        headers: {
          ...headers,
          ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': sent.length }),
        },
      },
      (answer) => {
        const isGood = answer.statusCode !== undefined && answer.statusCode >= 200 && answer.statusCode < 300
        answer.on('error', reject)
        answer.on('end', () => (isGood ? resolve() : reject(new Error(`${method} ${path}: ${answer.statusCode}`))))
        answer.resume()
      },
    )
    asking.on('error', reject)
    asking.end(sent)
  })
}
