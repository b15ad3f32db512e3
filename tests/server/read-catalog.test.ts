import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCatalog, type Catalog } from '#server/properties/read-catalog.ts'
import { sampleCatalog } from '#server/properties/sample-catalog.ts'
import { agentScreen, condos, decimalCommas, redfinHomes, resoHomes, resoParts } from '#tests/support/home-files.ts'
import { hasTestData, mustHaveTestData, testDataFolder } from '#tests/support/test-data.ts'
import { longTest } from '#tests/support/long-test.ts'

function read(text: string | Uint8Array, columns = {}): Catalog {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const catalog = readCatalog(bytes, columns)
  if ('missingColumns' in catalog) throw new Error(`columns are missing: ${catalog.missingColumns.join()}`)
  return catalog
}

const lines = [
  'street,city,zip,state,beds,price',
  '3526 HIGH ST,SACRAMENTO,95838,CA,2,59222',
  '51 OMAHA CT,SACRAMENTO,95823,CA,0,0',
]

const bothStreets = ['3526 High St', '51 Omaha Ct']

function streetsIn(catalog: Catalog): string[] {
  return catalog.properties.map((property) => property.address)
}

test.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
  ['bars', '|'],
])('a catalog file may separate its columns by %s', (_, sign) => {
  expect(streetsIn(read(lines.join('\n').replaceAll(',', sign)))).toEqual(bothStreets)
})

test.each([
  ['Unix', '\n'],
  ['Windows', '\r\n'],
  ['an old Macintosh', '\r'],
])('a catalog file may end its lines like %s', (_, ending) => {
  expect(streetsIn(read(lines.join(ending) + ending))).toEqual(bothStreets)
})

test('a catalog file may begin with a byte-order mark, in UTF-8 or UTF-16', () => {
  expect(streetsIn(read(`\uFEFF${lines.join('\n')}`))).toEqual(bothStreets)
  expect(streetsIn(read(Buffer.from(`\uFEFF${lines.join('\n')}`, 'utf16le')))).toEqual(bothStreets)
})

test('a catalog file in the old Windows code page keeps its accents', () => {
  const text = 'address,city,state,zip\n5 Cañada Rd,Folsom,CA,95630'
  expect(streetsIn(read(Buffer.from(text, 'latin1')))).toEqual(['5 Cañada Rd'])
})

test('quoted cells hold delimiters and line breaks', () => {
  const { properties } = read('"street","city",zip,state\n"12 Low St, Unit 4","Rio\nLinda",95673,CA')
  expect(properties[0]).toMatchObject({ address: '12 Low St, Unit 4', city: 'Rio\nLinda' })
  const semicolons = read('street;city;zip;state;"agent, office, phone, fax, pager"\n12 Low St;Rio Linda;95673;CA;Jo')
  expect(semicolons.properties[0]).toMatchObject({ address: '12 Low St', city: 'Rio Linda' })
  const names = `"${Array(20).fill('Jo').join(', ')}"`
  const inEveryLine = read(
    `street;city;zip;state;agents\n12 Low St;Rio Linda;95673;CA;${names}\n14 Low St;Rio Linda;95673;CA;${names}`,
  )
  expect(inEveryLine.properties).toMatchObject([{ address: '12 Low St' }, { address: '14 Low St' }])
})

test('columns are recognized by their usual names, in any order', () => {
  const { properties, ignoredColumns } = read(
    'Agent,Postal Code,SQ__FT,Street Address,Town,Province,Baths,Year Built,Lot (acres),Garage,Type,LAT,LNG,List Price\n' +
      'Jo,95630,"1,420",7 Elm Ct,Folsom,CA,2.5,1987,0.25,2,Condo,38.6,-121.1,"$410,000"',
  )
  expect(properties).toEqual([
    {
      address: '7 Elm Ct',
      city: 'Folsom',
      state: 'CA',
      zip_code: '95630',
      bedrooms: null,
      bathrooms: 2.5,
      square_feet: 1420,
      lot_size: 0.25,
      year_built: 1987,
      garage_spaces: 2,
      price: 410_000,
      property_type: 'Condo',
      latitude: 38.6,
      longitude: -121.1,
      location_source: 'file',
    },
  ])
  expect(ignoredColumns).toEqual(['Agent'])
})

test('a column with another name can be assigned by hand', () => {
  const { properties } = read('Where,city,state,zip\n7 Elm Ct,Folsom,CA,95630', { address: 'Where' })
  expect(properties[0]?.address).toBe('7 Elm Ct')
})

test('a catalog file without required columns is refused as a whole, with their names', () => {
  expect(readCatalog(new TextEncoder().encode('street,beds\n7 Elm Ct,3'))).toEqual({
    missingColumns: ['city', 'state', 'zip_code'],
    headings: ['street', 'beds'],
  })
  expect(readCatalog(new Uint8Array())).toMatchObject({ missingColumns: ['address', 'city', 'state', 'zip_code'] })
})

test('each condo of a building is a property of its own, however its unit is written', () => {
  expect(streetsIn(read(condos))).toEqual(['100 Main St, Unit 4A', '100 Main St, Unit 4B', '100 Main St, #5C'])
  const { properties, repeats } = read(
    'address,unit,city,state,zip\n"9 Low St, Apt 2",2,Salem,OR,97301\n"9 Low St, Apt 2",,Salem,OR,97301\n9 Low St,Apt 2,Salem,OR,97301',
  )
  expect(properties).toHaveLength(1)
  expect(repeats).toHaveLength(2)
})

test('RESO column names are read, and the address loses its city and ZIP', () => {
  const { properties, skipped } = read(resoHomes)
  expect(skipped).toEqual([])
  expect(properties[0]).toMatchObject({
    address: '812 Oak Ridge Ln, Unit 4B',
    city: 'Folsom',
    zip_code: '95630',
    property_type: 'Condominium',
    // Three bathrooms, one of them a half bath.
    bathrooms: 2.5,
    price: 525_000,
  })
  expect(properties[1]).toMatchObject({ address: '1500 River Bend Dr', bathrooms: 2, lot_size: 0.25 })
  expect(properties[2]).toMatchObject({ lot_size: 0.18 })
})

test('a split address is joined, and a lot size uses the unit in its own column', () => {
  const { properties } = read(resoParts)
  expect(properties.map(({ address, lot_size }) => [address, lot_size])).toEqual([
    ['100 N Main St, Unit 4A', null],
    ['100 N Main St, Unit 5C', null],
    ['2210 Commercial St SE', 0.2],
  ])
})

test('an address with city, state and ZIP needs no columns for them', () => {
  const { properties } = read('UnparsedAddress,ListPrice\n"812 Oak Ridge Ln, Folsom, CA 95630",525000')
  expect(properties[0]).toMatchObject({ address: '812 Oak Ridge Ln', city: 'Folsom', state: 'CA', zip_code: '95630' })
})

test('the short headings of an agent’s screen are known, and baths in brackets are counted', () => {
  const { properties, ignoredColumns } = read(agentScreen)
  expect(properties).toMatchObject([
    { address: '9 Harbor Rd, #2', bedrooms: 3, bathrooms: 1.5, square_feet: 1420, year_built: 1961, lot_size: 0.25 },
    { address: '44 Vine Way', bathrooms: 2.5, garage_spaces: 2, price: 549_500 },
  ])
  expect(ignoredColumns).toEqual(['MLS #', 'Status', 'List Date'])
})

test('a lot size in square feet becomes acres, even without a unit in its heading', () => {
  expect(read(redfinHomes).properties[0]).toMatchObject({ lot_size: 0.17, property_type: 'Single Family Residential' })
})

test('decimal commas are read, and refused in a file that also has decimal points', () => {
  expect(read(decimalCommas).properties).toMatchObject([
    { bedrooms: 3, bathrooms: 2.5, square_feet: 1420, price: 410_000 },
    { bedrooms: 4, bathrooms: 2, square_feet: 2100, price: 510_000 },
  ])
  const mixed = read(`${decimalCommas}3 A St;Folsom;CA;95630;3;2.5;1,600;310,000.00\n`)
  expect(mixed.properties.map(({ address }) => address)).toEqual(['3 A St'])
  expect(mixed.skipped).toMatchObject([
    {
      line: 2,
      reasons: ['Bathrooms must be a number.', 'Square Feet must be a number.', 'Price must be a number.'],
    },
    { line: 3, reasons: ['Square Feet must be a number.', 'Price must be a number.'] },
  ])
})

test('a zero or a blank figure is unknown, never zero', () => {
  const { properties } = read(
    'street,city,zip,state,beds,sqft,price,latitude,longitude\n1 A St,Folsom,95630,CA,0,,n/a,0,0\n2 A St,Folsom,95630,CA,-,?,0.00,38.5,',
  )
  for (const property of properties) {
    expect(property).toMatchObject({ bedrooms: null, square_feet: null, price: null, latitude: null, longitude: null })
  }
})

test('rows that are no property are reported by line and reason, and the rest is read', () => {
  const { properties, skipped, rowsRead } = read(
    'street,city,zip,state,beds\n1 A St,Folsom,95630,CA,3\n,Folsom,95630,CA,2\n2 A St,Folsom,95630,CA,many\n\n3 A St,Folsom,95630,CA,-2\n4 A St,Folsom\n',
  )
  expect(rowsRead).toBe(5)
  expect(properties).toHaveLength(1)
  expect(skipped).toEqual([
    { line: 3, reasons: ['Address is required.'] },
    { line: 4, reasons: ['Bedrooms must be a number.'] },
    { line: 6, reasons: ['Bedrooms cannot be negative.'] },
    { line: 7, reasons: ['State is required.', 'ZIP Code is required.'] },
  ])
})

test('of a property that is twice in the file, the last row counts', () => {
  const { properties, repeats } = read(
    'street,city,zip,state,price\n1 A ST,FOLSOM,95630,CA,100\n2 A St,Folsom,95630,CA,5\n1 a st,Folsom,95630,CA,200',
  )
  expect(properties.map(({ address, price }) => [address, price])).toEqual([
    ['1 a st', 200],
    ['2 A St', 5],
  ])
  expect(repeats).toEqual([{ line: 4, firstLine: 2, address: '1 a st' }])
})

describe.skipIf(!hasTestData && !mustHaveTestData)(
  'the real sales of the Sacramento file (skipped where the shared data is not there)',
  () => {
    async function sacramento(): Promise<Catalog> {
      return read(await readFile(path.join(testDataFolder, 'sacramento.csv')))
    }

    longTest('are 985 rows, 981 properties and 4 repeats', async () => {
      const { rowsRead, properties, repeats, skipped } = await sacramento()
      expect({ rowsRead, properties: properties.length, skipped }).toEqual({
        rowsRead: 985,
        properties: 981,
        skipped: [],
      })
      expect(repeats.map(({ line, firstLine, address }) => `${line} repeats ${firstLine}: ${address}`)).toEqual([
        '344 repeats 343: 4734 14th Ave',
        '396 repeats 395: 1223 Lamberton Cir',
        '406 repeats 405: 8306 Curlew Ct',
        '603 repeats 602: 7 Crystalwood Cir',
      ])
      expect(properties.find(({ address }) => address === '1223 Lamberton Cir')?.price).toBe(155_500)
    })

    test('keep prices under $10,000, and have no property with 0 beds or 0 square feet', async () => {
      const { properties } = await sacramento()
      expect(properties.filter(({ price }) => price !== null && price < 10_000)).toHaveLength(50)
      expect(properties.filter(({ bedrooms }) => bedrooms === null)).toHaveLength(107)
      expect(properties.filter(({ square_feet }) => square_feet === null)).toHaveLength(170)
      expect(properties.some((property) => Object.values(property).includes(0))).toBe(false)
    })

    test('are written in title case, and the misspelled type is unknown', async () => {
      const { properties } = await sacramento()
      expect(properties.some(({ address, city }) => /[A-Z]{3}/.test(address + city))).toBe(false)
      expect(new Set(properties.map((property) => property.property_type))).toEqual(
        new Set(['Residential', 'Condo', 'Multi-Family', '']),
      )
    })
  },
)

test('the invented sample is two dozen whole properties with a place on the map', () => {
  const properties = sampleCatalog()
  expect(properties).toHaveLength(24)
  for (const property of properties) {
    expect(property.latitude).toBeGreaterThan(45)
    expect(property.price).toBeGreaterThan(100_000)
  }
})
