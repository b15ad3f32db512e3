import type { HttpCall, HttpClient } from '#api/http-client.ts'
import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import type { Json } from '#core/contract/json.ts'
import { headerNames, idempotencyKeyParam } from '#core/contract/sync-protocol.ts'
import type { Answer } from '#core/sync/ports.ts'
import { definedOnly } from '#server/defined-only.ts'

export type FiguresServer = {
  client: HttpClient
  /** Answers the next calls instead; null passes a call on. */
  fault: (call: HttpCall) => Answer | null
  /** True: the network removes `Idempotency-Key` in both directions. */
  losesKeys: boolean
  /** The calls for figures, in order: `POST listings/2/exposure/`. */
  calls: string[]
  /** The views of one day; undefined without any. */
  views: (listing: number, date: string) => number | null | undefined
  /** As another device does. */
  put: (listing: number, date: string, views: number) => void
}

const unknown: ExposureCounts = { views: null, likes: null, saves: null }

/** Answers calls for exposure figures like our server, for any listing; keys make repeats harmless. */
export function figuresServer(): FiguresServer {
  const figures = new Map<string, ExposureCounts>()
  const answers = new Map<string, Json>()
  let version = 0

  function take(listing: number, sent: readonly ExposureFigure[]): Json {
    version += 1
    const results = sent.map(({ platform, date, ...said }) => {
      const name = `${listing} ${date}`
      const before = figures.get(name) ?? null
      const now: ExposureCounts = { ...(before ?? unknown), ...definedOnly(said) }
      if (now.views === null && now.likes === null && now.saves === null) figures.delete(name)
      else figures.set(name, now)
      const { views, likes, saves } = now
      return { listing, platform, date, views, likes, saves, before }
    })
    return { results }
  }

  function read(listing: number): Json {
    const known = [...figures].filter(([name]) => name.startsWith(`${listing} `))
    return {
      next: null,
      results: known.map(([name, { views, likes, saves }]) => {
        return { listing, platform: 'zillow', date: name.split(' ')[1]!, views, likes, saves }
      }),
    }
  }

  const server: FiguresServer = {
    fault: () => null,
    losesKeys: false,
    calls: [],
    views: (listing, date) => figures.get(`${listing} ${date}`)?.views,
    put: (listing, date, views) => void figures.set(`${listing} ${date}`, { ...unknown, views }),
    client: async (call) => {
      const [path = '', query] = call.path.split('?')
      if (path !== 'sync/') server.calls.push(`${call.method} ${path}`)
      const given = server.fault(call)
      if (given !== null) return given
      const key = server.losesKeys ? undefined : call.headers?.[headerNames.idempotencyKey]
      const echo = key === undefined ? {} : { [headerNames.idempotencyKey.toLowerCase()]: key }
      if (path === 'sync/') return json(200, description, echo)
      const listing = Number(path.split('/')[1])
      if (call.method === 'GET') return json(200, read(listing), echo)
      const name = key ?? new URLSearchParams(query).get(idempotencyKeyParam)
      if (name === null)
        return json(400, {
          code: 'key_required',
          detail: 'The Idempotency-Key header did not arrive, so nothing was changed.',
        })
      if (!answers.has(name)) answers.set(name, take(listing, JSON.parse(call.body as string) as ExposureFigure[]))
      return json(201, answers.get(name)!, { ...echo, [headerNames.version.toLowerCase()]: String(version) })
    },
  }
  return server
}

const description = {
  features: ['idempotency', 'etag', 'changes'],
  minimum_version: 0,
  history: 'same',
  keys_from: 0,
  keys_since: '',
  journal_from: 0,
}

export function json(status: number, body: Json, headers: Record<string, string> = {}): Answer {
  return { kind: 'answered', status, headers, body, bodyKind: 'json' }
}

/** A gateway's page in place of an answer. */
export function page(status: number): Answer {
  return { kind: 'answered', status, headers: {}, body: undefined, bodyKind: 'other' }
}

export const noAnswer: Answer = { kind: 'unanswered', cause: 'timeout', mayHaveArrived: true }
