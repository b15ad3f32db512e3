type Home = { address: string; city: string; state: string; zip_code: string }

const written: Readonly<Record<string, string>> = {
  ST: 'Street',
  AVE: 'Avenue',
  DR: 'Drive',
  CT: 'Court',
  LN: 'Lane',
  RD: 'Road',
  CIR: 'Circle',
  BLVD: 'Boulevard',
  PL: 'Place',
  TER: 'Terrace',
  PKWY: 'Parkway',
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  SAINT: 'St.',
  '1ST': 'First',
  '2ND': 'Second',
  '3RD': 'Third',
  '5TH': 'Fifth',
  '8TH': 'Eighth',
  '14TH': 'Fourteenth',
  '21ST': 'Twenty-First',
  '24TH': 'Twenty-Fourth',
}

const short: Readonly<Record<string, string>> = {
  WAY: 'Wy',
  AVE: 'Av.',
  BLVD: 'Boul',
  CIR: 'Circ.',
  DR: 'Driv',
  CT: 'Crt',
  PKWY: 'Pky',
  ST: 'Str.',
}

/** Replaces words, but neither the number nor a letter that is a whole street name, as in "1019 G ST". */
function byWord(address: string, words: Readonly<Record<string, string>>): string {
  const [number, ...street] = address.split(' ')
  const unit = street.findIndex((word) => word === 'Unit')
  const isName = (index: number): boolean => index === 0 && street.length === 2
  const spelled = street.map((word, index) =>
    isName(index) || (unit >= 0 && index >= unit) ? word : (words[word] ?? word),
  )
  return [number, ...spelled].join(' ')
}

const spellings: ((home: Home) => Home)[] = [
  (home) => ({ ...home, address: home.address.toUpperCase(), city: home.city.toLowerCase() }),
  (home) => ({ ...home, address: byWord(home.address, written) }),
  (home) => ({ ...home, address: byWord(home.address, short).toLowerCase() }),
  (home) => ({
    ...home,
    address: / Unit /.test(home.address) ? home.address.replace(' Unit ', ' #') : `${home.address}, Apt 4B`,
  }),
  (home) => ({ ...home, zip_code: `${home.zip_code}-1204`, address: `  ${home.address.replaceAll(' ', '  ')}.` }),
  ({ address, city, state, zip_code }) => ({
    address: `${byWord(address, written)}, ${city}, ${state} ${zip_code}, USA`,
    city,
    state: 'California',
    zip_code,
  }),
]

/** The homes in a fixed shuffled order, each in another spelling by turns. `of` is the home's index. */
export function otherSpellings(homes: readonly Home[]): { of: number; spelled: Home }[] {
  const step = 7
  return homes.map((_home, count) => {
    const of = (count * step) % homes.length
    return { of, spelled: spellings[count % spellings.length]!(homes[of]!) }
  })
}
