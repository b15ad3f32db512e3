import { describe, expect, test } from 'vitest'
import { coordinatesInText, coordinatesText } from '#core/domain/addresses/coordinates-in-text.ts'

const [north, west] = [45.5122, -122.6587]

function expectPlace(text: string, latitude = north, longitude = west) {
  const found = coordinatesInText(text)
  expect(found).toEqual({
    kind: 'place',
    place: { latitude: expect.closeTo(latitude, 4), longitude: expect.closeTo(longitude, 4) },
  })
}

describe('coordinates', () => {
  test.each([
    '45.5122, -122.6587',
    '45.5122,-122.6587',
    '45.5122 -122.6587',
    '45.5122; -122.6587',
    '  45.5122 ,\t-122.6587\n',
    '(45.5122, -122.6587)',
    '[45.5122, -122.6587]',
    '+45.5122, −122.6587',
    '45.5122°, -122.6587°',
    '45.5122N 122.6587W',
    '45.5122 N, 122.6587 W',
    '45.5122° N, 122.6587° W',
    'N 45.5122, W 122.6587',
    'N45.5122 W122.6587',
    '122.6587 W, 45.5122 N',
    'Latitude: 45.5122, Longitude: -122.6587',
    'lat: 45.5122 lng: -122.6587',
    'lat=45.5122 lon=-122.6587',
    'GPS 45.5122, -122.6587',
    '45.5122 north, 122.6587 west',
    `45°30'43.9"N 122°39'31.3"W`,
    `45° 30' 43.9" N, 122° 39' 31.3" W`,
    `45°30′43.9″N, 122°39′31.3″W`,
    '45°30’43.9”N 122°39’31.3”W',
    `N 45° 30' 43.9" W 122° 39' 31.3"`,
    `45°30.732'N 122°39.522'W`,
    `45 30 43.9 N 122 39 31.3 W`,
    '45:30:43.9N 122:39:31.3W',
    `45°30'43.9", -122°39'31.3"`,
    `45°30'43.9" -122°39'31.3"`,
  ])('%s', (text) => expectPlace(text))

  test('south and east of the meridians', () => {
    expectPlace('33.8688S 151.2093E', -33.8688, 151.2093)
    expectPlace('-33.8688, 151.2093', -33.8688, 151.2093)
  })

  test('coordinates that the app shows can be read back', () => {
    const place = { latitude: north, longitude: west }
    expect(coordinatesText(place)).toBe('45.512200, -122.658700')
    expect(coordinatesInText(coordinatesText(place))).toEqual({ kind: 'place', place })
  })
})

describe('links', () => {
  test.each([
    ['Google, a dropped pin', 'https://www.google.com/maps/place/45.5122,-122.6587'],
    ['Google, a dropped pin in degrees', `https://www.google.com/maps/place/45%C2%B030'43.9%22N+122%C2%B039'31.3%22W/`],
    [
      'Google, a house whose pin is not the middle of the map',
      'https://www.google.com/maps/place/1427+SE+34th+Ave,+Portland,+OR+97214/@45.4999,-122.7001,17z/data=!3m1!4b1!4m6!3m5!1s0x5495a09:0x1!8m2!3d45.5122!4d-122.6587!16s%2Fg%2F11c',
    ],
    ['Google, the middle of the map', 'https://www.google.com/maps/@45.5122,-122.6587,17z'],
    ['Google, a search', 'https://www.google.com/maps/search/45.5122,+-122.6587?entry=tts'],
    ['Google, a universal search link', 'https://www.google.com/maps/search/?api=1&query=45.5122%2C-122.6587'],
    ['Google, directions', 'https://www.google.com/maps/dir/?api=1&destination=45.5122,-122.6587'],
    ['Google, directions in the path', 'https://www.google.com/maps/dir//45.5122,-122.6587/@45.49,-122.7,12z'],
    ['Google, an old link', 'http://maps.google.com/?q=45.5122,-122.6587&ll=45,-122'],
    ['Google, an old link with ll', 'https://maps.google.com/maps?ll=45.5122,-122.6587&z=16'],
    ['Google, without https', 'maps.google.com/?q=45.5122,-122.6587'],
    ['Google, another country', 'https://www.google.co.uk/maps?q=45.5122,-122.6587'],
    ['Apple, ll', 'https://maps.apple.com/?ll=45.5122,-122.6587&q=Dropped%20Pin'],
    ['Apple, q', 'https://maps.apple.com/?q=45.5122,-122.6587'],
    ['Apple, a place', 'https://maps.apple.com/place?address=Portland&coordinate=45.5122,-122.6587&name=Home'],
    ['Apple, directions', 'https://maps.apple.com/?daddr=45.5122,-122.6587'],
    ['OpenStreetMap, a marker', 'https://www.openstreetmap.org/?mlat=45.5122&mlon=-122.6587#map=17/45.5/-122.6'],
    ['OpenStreetMap, the map', 'https://www.openstreetmap.org/#map=19/45.5122/-122.6587'],
    ['OpenStreetMap, a house', 'https://www.openstreetmap.org/node/1234567#map=19/45.5122/-122.6587&layers=N'],
    ['Bing', 'https://www.bing.com/maps?cp=45.5122~-122.6587&lvl=17'],
    ['Waze', 'https://www.waze.com/ul?ll=45.5122%2C-122.6587&navigate=yes'],
    ['Waze, live map', 'https://www.waze.com/live-map/directions?to=ll.45.5122%2C-122.6587'],
    ['geo:', 'geo:45.5122,-122.6587'],
    ['geo: with accuracy', 'geo:45.5122,-122.6587;u=35'],
    ['geo: of Android', 'geo:0,0?q=45.5122,-122.6587(Home)'],
    ['in a message', 'The house is here: https://maps.apple.com/?ll=45.5122,-122.6587. See you'],
  ])('%s', (_, link) => expectPlace(link))

  test.each([
    'https://maps.app.goo.gl/AbCdEf123456',
    'https://goo.gl/maps/AbCdEf123456',
    'Check this out https://maps.app.goo.gl/AbCdEf123456?g_st=ic',
    'https://maps.apple/p/AbCdEf',
    'https://osm.org/go/WIcbpTkMD?m=',
  ])('a short link does not contain its coordinates: %s', (link) =>
    expect(coordinatesInText(link)).toEqual({ kind: 'short-link' }),
  )

  test.each([
    'https://www.google.com/maps/place/1427+SE+34th+Ave,+Portland,+OR+97214/',
    'https://www.zillow.com/homedetails/1427-SE-34th-Ave-Portland-OR-97214/53948_zpid/',
  ])('a link without coordinates: %s', (link) =>
    expect(coordinatesInText(link)).toEqual({ kind: 'link-without-place' }),
  )
})

test.each(['91, 0', '45.5, 181', '0, 0', 'https://maps.google.com/?q=95.5,-122.6'])(
  'impossible coordinates: %s',
  (text) => expect(coordinatesInText(text)).toEqual({ kind: 'impossible' }),
)

test.each([
  '',
  '1427 SE 34th Ave',
  '97214',
  '45.5122',
  '503-555-0142',
  '45.5 N',
  `45°75'0"N 122°39'31"W`,
  '1, 2, 3',
  'home',
])('no coordinates: “%s”', (text) => expect(coordinatesInText(text)).toEqual({ kind: 'none' }))

test('a very long text is read quickly', () => {
  expect(coordinatesInText(`${'1 '.repeat(50_000)}N`)).toEqual({ kind: 'none' })
})
