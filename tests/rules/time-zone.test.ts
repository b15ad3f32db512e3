import { expect, test } from 'vitest'
import { zoneOfProperty } from '#core/domain/time/time-zone.ts'

const zoneAt = (state: string, zip_code = '') => zoneOfProperty({ state, zip_code })

test('a state with one zone needs no ZIP code', () => {
  expect(zoneAt('CA')).toBe('America/Los_Angeles')
  expect(zoneAt(' ny ')).toBe('America/New_York')
  expect(zoneAt('HI')).toBe('Pacific/Honolulu')
})

test.each([
  ['FL', '32501', 'America/Chicago', 'Pensacola'],
  ['FL', '33101', 'America/New_York', 'Miami'],
  ['TN', '37201', 'America/Chicago', 'Nashville'],
  ['TN', '37402', 'America/New_York', 'Chattanooga'],
  ['TN', '37388', 'America/Chicago', 'Tullahoma'],
  ['IN', '46402', 'America/Chicago', 'Gary'],
  ['IN', '46204-1234', 'America/New_York', 'Indianapolis'],
  ['IN', '46534', 'America/Chicago', 'Knox'],
  ['TX', '79901', 'America/Denver', 'El Paso'],
  ['TX', '78701', 'America/Chicago', 'Austin'],
  ['OR', '97914', 'America/Denver', 'Ontario'],
  ['OR', '97301', 'America/Los_Angeles', 'Salem'],
  ['ID', '83814', 'America/Los_Angeles', 'Coeur d’Alene'],
  ['ID', '83702', 'America/Denver', 'Boise'],
  ['AZ', '85001', 'America/Phoenix', 'Phoenix'],
  ['AK', '99501', 'America/Anchorage', 'Anchorage'],
  ['MI', '49938', 'America/Chicago', 'Ironwood'],
  ['MI', '48201', 'America/New_York', 'Detroit'],
])('in %s the ZIP code %s is in the zone %s (%s)', (state, zip, zone) => {
  expect(zoneAt(state, zip)).toBe(zone)
})

test('an uncertain time zone is unknown', () => {
  expect(zoneAt('TN')).toBeNull()
  expect(zoneAt('AZ', '86504')).toBeNull()
  expect(zoneAt('ND', '58631')).toBeNull()
  expect(zoneAt('Ontario', 'M5V 2T6')).toBeNull()
  expect(zoneOfProperty({})).toBeNull()
})
