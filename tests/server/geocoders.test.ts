import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createGeocoder, GeocoderFailed, type Geocoder } from '#server/locations/geocoder.ts'
import { createBackoff } from '#server/locations/backoff.ts'
import type { GeocoderName } from '#server/locations/geocoder-providers.ts'
import {
  censusAnswer,
  home,
  nominatimAnswer,
  peliasAnswer,
  photonAnswer,
  place,
} from '#tests/support/geocoder-answers.ts'
import { httpAnswers } from '#tests/support/http-answers.ts'
import { longTest } from '#tests/support/long-test.ts'

type Asked = { path: string; parameters: Record<string, string>; userAgent: string | undefined }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function aGeocoder(
  provider: GeocoderName,
  answer: RequestListener,
  { below = '', timeoutMs = 5000 } = {},
): Promise<{ geocoder: Geocoder; asked: Asked[] }> {
  const asked: Asked[] = []
  const http = await httpAnswers((request, response) => {
    const url = new URL(request.url ?? '', 'http://geocoder')
    const userAgent = request.headers['user-agent']
    asked.push({ path: url.pathname, parameters: Object.fromEntries(url.searchParams), userAgent })
    answer(request, response)
  })
  closing.push(http.close)
  const timing = { timeoutMs, pauseBetweenMs: 0 }
  return { geocoder: createGeocoder({ provider, url: http.url + below }, 'https://agents.example.com', timing), asked }
}

function json(value: unknown): RequestListener {
  return (_request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
}

const providers = [
  {
    provider: 'nominatim',
    answer: nominatimAnswer,
    path: '/search',
    parameters: {
      street: '3526 HIGH ST',
      city: 'Sacramento',
      state: 'CA',
      postalcode: '95838',
      countrycodes: 'us',
      format: 'jsonv2',
      addressdetails: '1',
      limit: '5',
    },
    attribution: 'Data © OpenStreetMap contributors, ODbL 1.0. https://osm.org/copyright',
  },
  {
    provider: 'photon',
    answer: photonAnswer,
    path: '/api',
    parameters: { q: '3526 HIGH ST, Sacramento, CA 95838', limit: '5', lang: 'en' },
    attribution: '© OpenStreetMap contributors',
  },
  {
    provider: 'pelias',
    answer: peliasAnswer,
    path: '/v1/search',
    parameters: {
      text: '3526 HIGH ST, Sacramento, CA 95838',
      size: '5',
      'boundary.country': 'USA',
      layers: 'address,street',
    },
    attribution: 'https://geocode.example.com/attribution',
  },
  {
    provider: 'census',
    answer: censusAnswer,
    path: '/geocoder/locations/address',
    parameters: {
      street: '3526 HIGH ST',
      city: 'Sacramento',
      state: 'CA',
      zip: '95838',
      benchmark: 'Public_AR_Current',
      format: 'json',
    },
    attribution: null,
  },
] as const

describe.each(providers)('$provider', ({ provider, answer, path, parameters, attribution }) => {
  test('returns the location of the house, and gets only the address without its unit', async () => {
    const { geocoder, asked } = await aGeocoder(provider, json(answer()))
    expect(await geocoder.ask(home)).toEqual({
      kind: 'house',
      ...place,
      label: expect.stringMatching(/3526/),
      attribution,
    })
    expect(asked).toEqual([{ path, parameters, userAgent: 'Fanlight/0.1 (+https://agents.example.com)' }])
  })

  test('an answer with another house, street or ZIP code is not used as the location', async () => {
    for (const other of [{ number: '3528' }, { street: 'HIGH AVE' }, { zip: '95815' }]) {
      const { geocoder } = await aGeocoder(provider, json(answer(other)))
      const { kind } = await geocoder.ask(home)
      expect(kind, JSON.stringify(other)).toBe('suggestion')
    }
    const { geocoder } = await aGeocoder(provider, json(answer({ city: 'Fresno', zip: '93650' })))
    expect(await geocoder.ask(home)).toEqual({ kind: 'nothing' })
  })

  test('an empty result finds nothing', async () => {
    const empty = { nominatim: [], census: { result: { addressMatches: [] } } }
    const none = provider === 'nominatim' || provider === 'census' ? empty[provider] : { features: [] }
    expect(await (await aGeocoder(provider, json(none))).geocoder.ask(home)).toEqual({ kind: 'nothing' })
  })

  test('HTML, unknown JSON, an error and a redirect are failures that do not name the home', async () => {
    const answers: RequestListener[] = [
      (_request, response) => response.setHeader('content-type', 'text/html').end('<html>3526 High St</html>'),
      json({ error: 'Rate limited', address: '3526 High St' }),
      (_request, response) => response.writeHead(429).end('3526 High St'),
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ]
    for (const wrong of answers) {
      const { geocoder } = await aGeocoder(provider, wrong)
      const failure = await geocoder.ask(home).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(GeocoderFailed)
      expect(String(failure)).not.toMatch(/high/i)
    }
  })

  test('a hanging server times out, before the headers and in the middle of the answer', async () => {
    const hangs: RequestListener[] = [() => {}, (_request, response) => void response.writeHead(200).write('[')]
    for (const hang of hangs) {
      const { geocoder } = await aGeocoder(provider, hang, { timeoutMs: 50 })
      await expect(geocoder.ask(home)).rejects.toThrow('does not answer in time')
    }
  })
})

describe.each(providers.filter(({ provider }) => provider !== 'census'))('$provider', ({ provider, answer }) => {
  test('a street is a suggestion to confirm; another country or a whole town finds nothing', async () => {
    const ask = async (house: Parameters<typeof answer>[0]) =>
      (await aGeocoder(provider, json(answer(house)))).geocoder.ask(home)
    expect(await ask({ country: 'ca' })).toEqual({ kind: 'nothing' })
    expect(await ask({ number: '' })).toMatchObject({ kind: 'suggestion', ...place })
    expect(await ask({ number: '', street: '' })).toEqual({ kind: 'nothing' })
  })
})

longTest('ten thousand results are not read to their end', async () => {
  const many = Array.from({ length: 10_000 }, () => nominatimAnswer()[0])
  const { geocoder } = await aGeocoder('nominatim', json(many))
  await expect(geocoder.ask(home)).rejects.toThrow('more than it was asked for')
})

test('two distant houses with one address are a suggestion', async () => {
  const [one] = nominatimAnswer()
  const { geocoder } = await aGeocoder('nominatim', json([one, { ...one, lat: '38.64' }]))
  expect(await geocoder.ask(home)).toMatchObject({ kind: 'suggestion', ...place })
})

test('requests keep the path and the query of the configured URL', async () => {
  const { geocoder, asked } = await aGeocoder('pelias', json(peliasAnswer()), { below: '/maps/?api_key=k' })
  await geocoder.ask(home)
  expect(asked[0]).toMatchObject({ path: '/maps/v1/search', parameters: { api_key: 'k' } })
})

test('requests are sent one by one, a second after the previous one ended or failed', async () => {
  const begun: number[] = []
  let clock = 0
  const http = await httpAnswers((_request, response) => {
    clock += 60 // Slow to arrive, and to be answered.
    begun.push(clock)
    clock += 200
    response.writeHead(begun.length === 2 ? 500 : 200).end(JSON.stringify(nominatimAnswer()))
  })
  closing.push(http.close)
  const geocoder = createGeocoder({ provider: 'nominatim', url: http.url }, undefined, {
    now: () => clock,
    pause: async (ms) => {
      clock += ms
    },
  })
  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => geocoder.ask(home)))
  expect(begun).toEqual([60, 1321, 2582, 3843])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test('after three failures in a row, pauses double from a minute to an hour; a success ends them', () => {
  let now = 0
  const backoff = createBackoff(() => now)
  const fail = () => {
    backoff.failed()
    const from = now
    while (backoff.isPaused()) now += 60_000
    return (now - from) / 60_000
  }
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(fail)).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 60, 60])
  backoff.succeeded()
  expect(fail()).toBe(0)
})
