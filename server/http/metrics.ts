import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import { notFound } from '#server/problem-responses.ts'
import { sameSecret } from '#server/accounts/secret-tokens.ts'
import type { Server } from './fastify-types.ts'
import { sendOutcome } from './outcome.ts'

/** Upper limits of the histogram, in seconds. A write takes a few milliseconds, a photo a few hundred. */
const limits = [0.01, 0.05, 0.1, 0.5, 1, 5]

/** `within`: for each limit, the number of requests that took no longer. */
type Measured = { count: number; seconds: number; within: number[] }

/** `GET /metrics` for Prometheus. Without a configured token, only direct connections from this machine may read it. */
export function measureRequests(server: Server, token: string | undefined): void {
  const requests = new Map<string, Measured>()
  const delay = monitorEventLoopDelay()
  delay.enable()
  server.addHook('onClose', async () => {
    delay.disable()
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = `method="${request.method}",route="${route}",status="${reply.statusCode}"`
    const measured = requests.get(labels) ?? { count: 0, seconds: 0, within: limits.map(() => 0) }
    const seconds = reply.elapsedTime / 1000
    measured.count += 1
    measured.seconds += seconds
    for (const [index, limit] of limits.entries()) if (seconds <= limit) measured.within[index]! += 1
    requests.set(labels, measured)
  })
  server.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, (request, reply) => {
    // 404, so that a stranger does not learn that metrics exist.
    if (!mayRead(request, token)) return sendOutcome(reply, notFound())
    const body = [...linesOfProcess(delay), ...linesOfRequests(requests), ''].join('\n')
    return reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8').send(body)
  })
}

function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return sameSecret(headers.authorization ?? '', `Bearer ${token}`)
  const isHere = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
  // A proxy on this machine forwards requests of other clients.
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via'].some((name) => headers[name] !== undefined)
  return isHere && !isForwarded
}

function linesOfRequests(requests: ReadonlyMap<string, Measured>): string[] {
  const name = 'fanlight_request_duration_seconds'
  const lines = [`# HELP ${name} Time from the request's head to the end of its answer.`, `# TYPE ${name} histogram`]
  for (const [labels, { count, seconds, within }] of requests) {
    for (const [index, limit] of limits.entries())
      lines.push(`${name}_bucket{${labels},le="${limit}"} ${within[index]}`)
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`)
    lines.push(`${name}_sum{${labels}} ${seconds.toFixed(4)}`, `${name}_count{${labels}} ${count}`)
  }
  return lines
}

function linesOfProcess(delay: ReturnType<typeof monitorEventLoopDelay>): string[] {
  const { user, system } = process.cpuUsage()
  const gauges: [string, string, number][] = [
    ['process_resident_memory_bytes', 'gauge', process.memoryUsage.rss()],
    ['process_cpu_seconds_total', 'counter', (user + system) / 1e6],
    ['process_start_time_seconds', 'gauge', Math.round(performance.timeOrigin / 1000)],
    ['nodejs_eventloop_lag_p99_seconds', 'gauge', delay.percentile(99) / 1e9],
  ]
  delay.reset()
  return gauges.flatMap(([name, type, value]) => [`# TYPE ${name} ${type}`, `${name} ${value}`])
}
