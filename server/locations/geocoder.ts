import { setTimeout as pauseFor } from 'node:timers/promises'
import { addressKey } from '#core/domain/addresses/address-key.ts'
import { type HomeAddress, usAddress, zip5 } from '#core/domain/addresses/us-address.ts'
import { serialQueue } from '#core/serial-queue.ts'
import type { GeocoderConfig } from '#server/config.ts'
import { judgeOffers, type GeocoderAnswer } from './geocoder-answers.ts'
import { geocoderProviders, questionAbout, type GeocoderName } from './geocoder-providers.ts'

/** A geocoding service. For privacy, it receives only the addresses of houses, without units. */
export type Geocoder = {
  provider: GeocoderName
  /** Returns the cache key of the answer; null if the address has no house number, and cannot be looked up. */
  cacheKey: (home: HomeAddress) => string | null
  /** Looks up a home. Throws `GeocoderFailed` when `stopping` aborts, or if the provider does not answer as documented. */
  ask: (home: HomeAddress, stopping?: AbortSignal) => Promise<GeocoderAnswer>
}

/** For privacy, the message does not contain the address. */
export class GeocoderFailed extends Error {
  override name = 'GeocoderFailed'
}

type Timing = {
  timeoutMs: number
  /** The pause between the end of a request and the next one; public servers demand at most one request per second. */
  pauseBetweenMs: number
  now: () => number
  pause: (ms: number, stopping: AbortSignal | undefined) => Promise<unknown>
}

const defaultTiming: Timing = {
  timeoutMs: 5000,
  pauseBetweenMs: 1000,
  now: () => performance.now(),
  pause: pauseUnlessStopped,
}

function pauseUnlessStopped(ms: number, signal: AbortSignal | undefined): Promise<unknown> {
  return pauseFor(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined)
}

const largestAnswerBytes = 256 * 1024

/** Sends one request at a time. Each contains `contact`, so that the provider can reach the operator of this server. */
export function createGeocoder(
  { provider, url }: GeocoderConfig,
  contact: string | undefined,
  timing: Partial<Timing> = {},
): Geocoder {
  const { timeoutMs, pauseBetweenMs, now, pause } = { ...defaultTiming, ...timing }
  const { path, parameters, read } = geocoderProviders[provider]
  const headers = {
    'user-agent': `Fanlight/0.1${contact === undefined ? '' : ` (+${contact})`}`,
    accept: 'application/json',
    'accept-language': 'en-US',
  }
  const queue = serialQueue()
  let nextRequestAt = -Infinity

  async function fetchPaced(address: URL, stopping: AbortSignal | undefined): Promise<unknown> {
    const wait = nextRequestAt - now()
    if (wait > 0) await pause(wait, stopping)
    const abortSignals = [AbortSignal.timeout(timeoutMs), ...(stopping ? [stopping] : [])]
    try {
      return await askForJson(address, headers, AbortSignal.any(abortSignals))
    } finally {
      // A timer may fire up to a millisecond early.
      nextRequestAt = now() + pauseBetweenMs + 1
    }
  }

  return {
    provider,
    cacheKey: (home) => {
      const key = addressKey({ ...home, unit: null })
      return key === null ? null : `${key.houses[0]} ${withoutUnit(key.detail)}`
    },
    async ask(home, stopping) {
      const address = addressOf(url, path, parameters(questionAbout(home, streetOf(home), zip5(home.zip_code))))
      const answer = await queue(() => fetchPaced(address, stopping))
      try {
        const { offers, attribution } = read(answer)
        return judgeOffers(home, offers, attribution)
      } catch (error) {
        throw new GeocoderFailed('The geocoder’s answer is not a list of places.', { cause: error })
      }
    },
  }
}

/** `detail` has four parts, separated by `|`: direction, suffix, direction after the street, unit. */
function withoutUnit(detail: string): string {
  return detail.split('|').slice(0, 3).join('|')
}

function streetOf(home: HomeAddress): string {
  const street = usAddress(home)
  if (street === null) return home.address
  const { number, before, name, suffix, after } = street
  return [number, before, name, suffix, after].filter((part) => part !== '').join(' ')
}

/** Preserves parameters of the configured URL, such as an API key. */
function addressOf(base: string, path: string, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value)
  return url
}

async function askForJson(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal })
    if (!response.ok) {
      await response.body?.cancel()
      throw new GeocoderFailed(`The geocoder answered ${response.status}.`)
    }
    return JSON.parse(await boundedText(response)) as unknown
  } catch (error) {
    if (error instanceof GeocoderFailed) throw error
    const isSilent = error instanceof Error && error.name === 'TimeoutError'
    const isText = error instanceof SyntaxError
    const problem = isSilent ? 'does not answer in time' : isText ? 'answered no JSON' : 'cannot be reached'
    throw new GeocoderFailed(`The geocoder ${problem}.`)
  }
}

async function boundedText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > largestAnswerBytes) throw new GeocoderFailed('The geocoder answered more than it was asked for.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
