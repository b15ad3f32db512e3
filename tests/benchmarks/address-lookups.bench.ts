import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { type Database, openDatabase } from '../../server/database/connect.ts'
import { findAddresses } from '../../server/locations/addresses-repository.ts'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'
import { postgresBinaries, startPostgres } from '../support/postgres-server.ts'
import { figure, percentile } from './figure.ts'

const suffixes = ['ST', 'AVE', 'DR', 'LN', 'CT', 'RD', 'WAY', 'BLVD']
const housesInStreet = 100

/** An invented address by its index: streets of a hundred houses, sixty streets in a ZIP code, every tenth house with a unit. */
function addressAt(index: number) {
  const street = Math.floor(index / housesInStreet)
  const suffix = suffixes[street % suffixes.length]!
  const unit = index % 10 === 0 ? `APT ${(index % 4) + 1}` : ''
  const zip = String(10_000 + Math.floor(street / 60)).padStart(5, '0')
  const place = { latitude: 30 + (index % 1_000_000) / 100_000, longitude: -120 + street / 10_000 }
  return { number: 100 + (index % housesInStreet) * 2, street: `N STREET${street} ${suffix}`, unit, zip, ...place }
}

function* linesOf(count: number): Generator<string> {
  yield 'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n'
  for (let index = 0; index < count; index += 1) {
    const { number, street, unit, zip, latitude, longitude } = addressAt(index)
    yield `${longitude},${latitude},${number},${street},${unit},TOWN${zip},,CA,${zip},${index},${index}\n`
  }
}

test('lookups among 300,000 addresses on the embedded database', async () => {
  const server = await startBuiltServer()
  try {
    await importAddresses(server, 300_000, 'embedded')
    await server.stop()
    const database = await openDatabase({ ...choice, dataDir: server.dataFolder, databaseUrl: undefined })
    await measured(database, 300_000, 'embedded')
  } finally {
    await server.close()
  }
})

test('lookups among 3,000,000 addresses on PostgreSQL', async () => {
  test.skip(postgresBinaries === undefined, 'PostgreSQL is not installed.')
  test.setTimeout(1_800_000)
  const count = Number(process.env['ADDRESSES'] ?? 3_000_000)
  const postgres = await startPostgres()
  await postgres.createDatabase('bench')
  const databaseUrl = postgres.urlOf('bench')
  const server = await startBuiltServer([], { DATABASE_URL: databaseUrl })
  try {
    await importAddresses(server, count, 'PostgreSQL')
    const database = await openDatabase({ ...choice, dataDir: server.dataFolder, databaseUrl })
    await measured(database, count, 'PostgreSQL')
  } finally {
    await server.close()
    await postgres.stop()
  }
})

const choice = {
  workerFile: pathToFileURL(path.resolve(import.meta.dirname, '../../build/database-worker.js')),
  onLost: (error: Error) => {
    throw error
  },
}

async function importAddresses(server: BuiltServer, count: number, database: string): Promise<void> {
  const file = test.info().outputPath('addresses.csv')
  await pipeline(Readable.from(linesOf(count)), createWriteStream(file))
  const startedAt = performance.now()
  const printed = await server.run(['import-addresses', file])
  const seconds = (performance.now() - startedAt) / 1000
  expect(printed).toContain(`${count.toLocaleString('en-US')} addresses`)
  figure({ what: `${count.toLocaleString('en-US')} addresses imported, ${database}`, value: seconds, unit: 's' })
}

async function measured(database: Database, count: number, name: string): Promise<void> {
  try {
    await measure(database, count, name)
  } finally {
    await database.close()
  }
}

async function measure({ db }: Database, count: number, name: string): Promise<void> {
  const times: number[] = []
  const lookUp = async (index: number, spelling: (address: string) => string) => {
    const { number, street, unit, zip, ...place } = addressAt(index)
    const home = { address: spelling(`${number} ${street} ${unit}`), city: `Town${zip}`, state: 'CA', zip_code: zip }
    const startedAt = performance.now()
    const [found] = await findAddresses(db, [home])
    times.push(performance.now() - startedAt)
    expect(found).toEqual(place)
  }
  for (let round = 0; round < 2000; round += 1) {
    await lookUp((round * 7_919_317) % count, (address) => address.replace('N ', 'North ').toLowerCase())
  }
  const measured = times.slice(100)
  const what = `a lookup among ${count.toLocaleString('en-US')} addresses, ${name}`
  figure({ what: `${what}, median`, value: percentile(measured, 0.5), unit: 'ms' })
  figure({ what: `${what}, p95`, value: percentile(measured, 0.95), unit: 'ms', atMost: 5 })
}
