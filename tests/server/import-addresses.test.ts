import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvRows } from '#files/csv-rows.ts'
import { importAddresses } from '#server/commands/import-addresses-command.ts'
import { findAddresses } from '#server/locations/addresses-repository.ts'
import { importAddressFile } from '#server/locations/import-addresses.ts'
import { readAddressFile } from '#server/locations/read-address-file.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { otherSpellings } from '#tests/support/other-spellings.ts'
import { anAgent, type TestServer } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'
import { hasTestData, mustHaveTestData, testDataFolder } from '#tests/support/test-data.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-addresses-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function importText(server: TestServer, text: string | Buffer, name = 'addresses.csv', state = '') {
  const file = path.join(folder, name)
  await writeFile(file, text)
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const signal = new AbortController().signal
  const report = await importAddressFile(server.services.database.db, {
    file,
    defaults: { city: '', state },
    print,
    signal,
  })
  return [...printed, ...report]
}

async function placeOf(server: TestServer, address: string, zip_code = '95838', city = 'Sacramento') {
  const [place] = await findAddresses(server.services.database.db, [{ address, city, state: 'CA', zip_code }])
  return place === null || place === undefined ? null : [place.latitude, place.longitude]
}

async function command(server: TestServer, ...words: string[]) {
  const printed: string[] = []
  const failure = await importAddresses({
    config: {} as never,
    words,
    folder,
    print: (line) => void printed.push(line),
    withServices: (work) => work(server.services),
    signal: new AbortController().signal,
  }).catch((error: unknown) => error)
  return { printed, failure }
}

onAnyDatabase((server) => {
  test('OpenAddresses CSV: units and towns are read, and a second import moves an address', async () => {
    const lines = [
      'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH',
      '-121.43,38.63,100,N MAIN ST,,SACRAMENTO,,CA,95838,1,a',
      '-121.44,38.64,100,S MAIN ST,,SACRAMENTO,,CA,95838,2,b',
      '-121.45,38.65,7,OAK LN,APT 4,SACRAMENTO,,CA,95838,3,c',
      '-121.46,38.66,7,OAK LN,,SACRAMENTO,,CA,95838,4,d',
    ]
    const file = (text: string[]) => `\ufeff${text.join('\r\n')}\r\n`
    const [report] = await importText(server(), file(lines))
    expect(report).toBe('addresses.csv: 4 lines read, 4 addresses (4 new, 0 moved, 0 unchanged), 0 skipped.')
    expect(await placeOf(server(), '100 North Main Street')).toEqual([38.63, -121.43])
    expect(await placeOf(server(), '100 Main Street')).toBeNull()
    expect(await placeOf(server(), '7 Oak Lane #4', '95838-1234')).toEqual([38.65, -121.45])
    expect(await placeOf(server(), '7 Oak Lane #5')).toEqual([38.66, -121.46])
    const [again] = await importText(server(), file(lines.with(1, lines[1]!.replace('38.63', '38.62'))))
    expect(again).toBe('addresses.csv: 4 lines read, 4 addresses (0 new, 1 moved, 3 unchanged), 0 skipped.')
    expect(await placeOf(server(), '100 N Main St')).toEqual([38.62, -121.43])
  })

  test('gzipped OpenAddresses GeoJSON without ZIP codes is found by city and state', async () => {
    const feature = (number: string, street: string, coordinates: unknown = [-120.5, 39.5]) =>
      JSON.stringify({
        type: 'Feature',
        properties: {
          hash: 'x',
          number,
          street,
          unit: '',
          city: 'SAINT HELENA',
          district: '',
          region: 'CA',
          postcode: '',
        },
        geometry: { type: 'Point', coordinates },
      })
    const text = `${feature('1', 'PINE AVE')}\n${feature('2', 'PINE AVE', [-120.6, 39.6])}\n{"type":"Feature"}\n${feature('', 'PINE AVE')}\n`
    expect(await importText(server(), gzipSync(text), 'city.geojson.gz')).toEqual([
      'city.geojson.gz: 4 lines read, 2 addresses (2 new, 0 moved, 0 unchanged), 2 skipped.',
      '  Line 3 skipped: no GeoJSON feature.',
      '  Line 4 skipped: no house number with a street.',
    ])
    expect(await placeOf(server(), '2 Pine Avenue', '94574', 'St. Helena')).toEqual([39.6, -120.6])
    expect(await placeOf(server(), '2 Pine Avenue', '94574', 'Napa')).toBeNull()
  })

  test('a county’s table with its own column names, split streets and a default state is read', async () => {
    const text =
      'Y;X;Add_Number;St_PreDir;St_Name;St_PosTyp;St_PosDir;Unit;Post_City\n' +
      '38.1;-121.1;20;North;Larch;Boulevard;;3;Elverta\n38.2;-121.2;20;;Larch;Boulevard;West;;Elverta\n'
    await importText(server(), text, 'county.txt', 'CA')
    expect(await placeOf(server(), '20 N Larch Blvd Unit 3', '95626', 'Elverta')).toEqual([38.1, -121.1])
    expect(await placeOf(server(), '20 Larch Blvd W', '95626', 'Elverta')).toEqual([38.2, -121.2])
  })

  test('each bad line is reported in one clear line, and all others are read', async () => {
    const text = [
      'address,city,state,zip,latitude,longitude',
      '1 Fir St,Sacramento,CA,95815,38.1,-121.1',
      '2 Fir St,Sacramento,CA,95815,north,-121.1',
      'Fir St,Sacramento,CA,95815,38.1,-121.1',
      '3 "Fir" St,Sacramento,CA,95815,38.3,-121.3',
      '4 Fir St,"Sacramento,CA,95815,38.4,-121.4',
      '5 Fir St,Sacramento,CA,95815,38.5,-121.5',
      '6 Fir St,Sacramento,CA,95815,0,0',
    ].join('\n')
    expect(await importText(server(), text)).toEqual([
      'addresses.csv: 7 lines read, 3 addresses (3 new, 0 moved, 0 unchanged), 4 skipped.',
      '  Line 3 skipped: no latitude and longitude in degrees.',
      '  Line 4 skipped: no house number with a street.',
      '  Line 6 skipped: a quotation mark is not closed.',
      '  Line 8 skipped: no latitude and longitude in degrees.',
    ])
    expect(await placeOf(server(), '5 Fir St', '95815')).toEqual([38.5, -121.5])
  })

  longTest(
    'a large file says how far it is, keeps its report short, and passes over a line without an end',
    async () => {
      const lines = Array.from(
        { length: 100_000 },
        (_, index) => `${index},Ash St,95800,${index % 100 === 0 ? 38 : 'x'},-121`,
      )
      const text = `number,street,zip,lat,lon\n${'9'.repeat(600_000)}\n${lines.join('\n')}`
      const report = await importText(server(), text, 'large.csv')
      expect(report[0]).toMatch(/^ {2}100,\d{3} lines read …$/)
      expect(report[1]).toBe(
        'large.csv: 100,001 lines read, 999 addresses (999 new, 0 moved, 0 unchanged), 99,002 skipped.',
      )
      expect(report[2]).toBe('  Line 2 skipped: the line is too long.')
      expect(report).toHaveLength(43)
      expect(report.at(-1)).toBe('  … and 98,962 more skipped rows.')
    },
  )

  test('the command looks up all homes afterwards; an unreadable file does not stop the others', async () => {
    const agent = await anAgent(server())
    const home = { address: '12 Alder Court', city: 'Sacramento', state: 'CA', zip_code: '95814' }
    const { body } = await agent.post('/api/properties/properties/', home)
    await server().services.locations.lookUpDue()
    await writeFile(path.join(folder, 'good.csv'), 'number,street,zip,lat,lon\n12,ALDER CT,95814,38.5,-121.4\n')
    await writeFile(path.join(folder, 'bad.csv'), 'name,phone\nKim,5551234\n')
    const { printed, failure } = await command(server(), 'missing.csv', 'bad.csv', 'good.csv')
    expect(printed).toEqual([
      'good.csv: 1 lines read, 1 addresses (1 new, 0 moved, 0 unchanged), 0 skipped.',
      '1 home without a location found in the files.',
    ])
    expect(String(failure)).toContain('missing.csv cannot be read.')
    expect(String(failure)).toContain(
      'bad.csv has no column for street, latitude, longitude; its columns are name, phone.',
    )
    expect((await agent.get(`/api/properties/properties/${body.id}/`)).body).toMatchObject({
      latitude: 38.5,
      location_source: 'address_file',
    })
    expect(String((await command(server())).failure)).toContain('Usage: import-addresses FILE…')
  })
})

test('a file that is not a table is refused, with only printable characters in the message', async () => {
  const file = path.join(folder, 'photo.csv')
  await writeFile(
    file,
    Buffer.concat([Buffer.from('\x1b[31mred\x07,'), Buffer.alloc(9000, '\x01,'), Buffer.alloc(90, 'x')]),
  )
  const reading = async () => {
    for await (const _ of readAddressFile(file, { city: '', state: '' })) continue
  }
  const refusal = String(await reading().catch((error: unknown) => error))
  expect(refusal).toContain('its columns are \uFFFD[31mred\uFFFD, \uFFFD,')
  expect(refusal).toContain('… and 4,')
  expect(refusal).not.toMatch(/\p{Cc}/u)
})

describe.skipIf(!hasTestData && !mustHaveTestData)('real sales (skipped where the shared data is not there)', () => {
  const file = path.join(testDataFolder, 'sacramento.csv')

  onAnyDatabase((server) => {
    longTest('200 addresses of the Sacramento file in other spellings: at least 97 % found, none wrong', async () => {
      const { printed } = await command(server(), file)
      expect(printed[0]).toMatch(
        /^sacramento\.csv: 985 lines read, 985 addresses \(981 new, \d moved, \d unchanged\), 0 skipped\.$/,
      )
      const sales = csvRows(await readFile(file))
        .slice(1)
        .map(({ cells: [address = '', city = '', zip_code = '', state = ''], ...row }) => ({
          home: { address, city, state, zip_code },
          at: row,
        }))
      const places = await findAddresses(
        server().services.database.db,
        sales.map(({ home }) => home),
      )
      const asked = otherSpellings(sales.map(({ home }) => home)).slice(0, 200)
      const answers = await findAddresses(
        server().services.database.db,
        asked.map(({ spelled }) => spelled),
      )
      const isRight = (index: number) => {
        const truth = places[asked[index]!.of]
        return answers[index]?.latitude === truth?.latitude && answers[index]?.longitude === truth?.longitude
      }
      const found = answers.filter((answer) => answer !== null).length
      const wrong = asked
        .filter((_one, index) => answers[index] !== null && !isRight(index))
        .map(({ spelled }) => spelled)
      console.log(`${found} of ${asked.length} spellings found (${(found / 2).toFixed(1)} %), ${wrong.length} wrong`)
      expect(places.every((place) => place !== null)).toBe(true)
      expect(wrong).toEqual([])
      expect(found / asked.length).toBeGreaterThanOrEqual(0.97)
    })

    test('a neighbor, another unit, direction or street type of a sold home is not found', async () => {
      const homes = csvRows(await readFile(file))
        .slice(1)
        .map(({ cells: [address = '', city = '', zip_code = '', state = ''] }) => ({ address, city, state, zip_code }))
      const known = new Set(homes.map(({ address, zip_code }) => `${address} ${zip_code}`))
      const strangers = homes.flatMap((home) => {
        const [number = '', ...street] = home.address.split(' ')
        const others = [
          `${Number(number) + 1} ${street.join(' ')}`,
          home.address.replace(/ ST$/, ' AVE').replace(/ DR$/, ' CT'),
          home.address.replace(/^(\d+) [NSEW] /, '$1 NW '),
          home.address.replace(/ Unit (\w+)$/, ' Unit $19'),
        ]
        const isStranger = (address: string) => address !== home.address && !known.has(`${address} ${home.zip_code}`)
        return others.filter(isStranger).map((address) => Object.assign({}, home, { address }))
      })
      expect(strangers.length).toBeGreaterThan(1200)
      const answers = await findAddresses(server().services.database.db, strangers)
      expect(strangers.filter((_one, index) => answers[index] !== null)).toEqual([])
    })
  })
})
