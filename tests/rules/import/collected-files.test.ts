import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Fields, Json } from '#core/contract/json.ts'
import type { ImportName } from '#core/import/import-kind.ts'
import { textOf } from '#core/import/imported-records.ts'
import { matchesClientSearch } from '#core/domain/clients/client-rules.ts'
import { fileReader, type JudgedAnswer } from '#files/file-reader.ts'
import { testDataFolder } from '#tests/support/test-data.ts'

const folder = path.join(testDataFolder, 'files')

function read(name: string, of: ImportName, given: Record<string, string> = {}): JudgedAnswer & { remarks: string[] } {
  return readBytes(new Uint8Array(readFileSync(path.join(folder, name))), of, given)
}

function readBytes(bytes: Uint8Array, of: ImportName, given: Record<string, string> = {}) {
  const ask = fileReader()
  const file = ask({ ask: 'read', of, bytes, today: '2026-11-29', zone: 'America/Los_Angeles' })
  if (file.kind !== 'table' && file.kind !== 'cards') throw new Error(JSON.stringify(file))
  const meanings = file.kind === 'table' ? file.meanings : []
  const judged = ask({ ask: 'judge', meanings, known: [], given })
  if (judged.kind !== 'judged') throw new Error(judged.kind)
  return { ...judged, remarks: file.kind === 'cards' ? file.remarks : [] }
}

const people = (name: string) =>
  read(name, 'clients').records.map(({ record }) => `${textOf(record['first_name'])} · ${textOf(record['last_name'])}`)
const notesOf = (name: string) => read(name, 'clients').records.map(({ record }) => textOf(record['notes']))
const phonesOf = (name: string) => read(name, 'clients').records.map(({ record }) => textOf(record['phone_number']))
const times = (name: string) =>
  read(name, 'appointments').records.map(({ record }) =>
    [record['title'], record['date'], record['start_time'], record['end_time']].map(textOf).join(' '),
  )
type Home = Fields & Record<'address' | 'bathrooms' | 'zip_code', Json>
const listings = (name: string, given: Record<string, string> = {}) =>
  read(name, 'listings', given).records.map(({ record }) =>
    Object.assign({}, record['property'] as Home, { status: record['status'] }),
  )
const refusals = (name: string, of: ImportName) =>
  read(name, of).refused.map(({ title, reasons }) => `${title}: ${reasons.join(' ')}`)

describe.skipIf(!existsSync(folder))('collected real files (skipped without the shared data)', () => {
  test.each([
    ['03-one-old-card-in-utf8.vcf', ['Zoë · Müller', 'José · Nuñez']],
    ['04-folded-inside-a-letter.vcf', ['Zoë · Étoile', 'Ümit · Öz']],
    ['05-one-old-line-in-utf8.csv', ['Zoë · Müller', 'José · Nuñez', '明 · 李']],
    ['07-version-3-with-habits-of-2.1.vcf', ['Tess · Bell', 'Ümit · Örnek', 'José · Lu']],
    ['08-one-bad-line.vcf', ['Opal · Vane', 'Hana · Wu']],
    ['10-photo-without-indent.vcf', ['Max · Stone']],
    ['11-quoted-printable-with-indent.vcf', ['Петр · Иванов']],
    ['12-quoted-printable-without-charset.vcf', ['José · Nuñez', 'Michał · Wójcik']],
    ['13-one-word-names.vcf', []],
    ['14-names-with-suffixes.csv', ['Walter · Finch, Jr.', 'Mona · Castle', 'José · Álvarez III', 'Ken · Ito']],
    ['15-several-given-names.vcf', ['Ana Maria · Reyes']],
    ['19-note-with-addresses.csv', ['Ada · Brook', 'Ben · Cole']],
    ['21-apostrophe-in-the-address.csv', ["Pat · O'Neil", 'Bo · Low']],
    ['37-agent-inside-a-card.vcf', ['Gwen · Price']],
    ['42-note-with-a-card.vcf', ['Nina · Hale']],
  ])('%s has these people', (name, expected) => {
    expect(people(name)).toEqual(expected)
  })

  test('01: a blank rule is ignored', () => {
    expect(times('01-blank-rrule.ics')).toEqual([
      'Showing 12 Elm St 2026-12-07 10:00:00 10:30:00',
      'Team call 2026-12-09 10:00:00 10:30:00',
      'Inspection 14 Elm St 2026-12-08 10:00:00 10:30:00',
    ])
  })

  test('02: an event with a contradictory rule takes place once', () => {
    expect(times('02-contradictory-rrules.ics')).toEqual([
      'Good 2026-12-07 10:00:00 10:30:00',
      'Rule 0 2026-12-08 10:00:00 10:30:00',
      'Rule 1 2026-12-08 11:00:00 11:30:00',
      'Rule 2 2026-12-08 12:00:00 12:30:00',
      'Rule 3 2026-12-08 13:00:00 13:30:00',
    ])
    expect(read('02-contradictory-rrules.ics', 'appointments').remarks).toContain(
      'Repeats that cannot be read are left out: Rule 0, Rule 1, Rule 2, Rule 3.',
    )
  })

  test('06: letters split by line folding are joined', () => {
    expect(times('06-folded-inside-a-letter.ics').map((said) => said.split(' 2026')[0])).toEqual([
      'Walk with Zoë',
      'Zoë’s café',
    ])
  })

  test('07, 10: each card has its phone number', () => {
    expect(phonesOf('07-version-3-with-habits-of-2.1.vcf')).toEqual(['5035550161', '5035550162', '5035550163'])
    expect(read('10-photo-without-indent.vcf', 'clients').records[0]?.record).toMatchObject({
      email: 'max@example.com',
      phone_number: '5035550145',
      notes: '',
    })
  })

  test('09: the time to read a photo grows with its size, not its square', () => {
    const made = (kb: number) =>
      execFileSync(process.execPath, [path.join(folder, '09-large-photo.mjs'), String(kb)], { maxBuffer: 2 ** 26 })
    const bytes = new Uint8Array(made(8192))
    const began = process.cpuUsage()
    expect(readBytes(bytes, 'clients').records.map(({ record }) => record['first_name'])).toEqual(['Pat'])
    expect(process.cpuUsage(began).user / 1_000_000 / 8).toBeLessThan(0.2)
  })

  test('13: one word is not split into two names', () => {
    expect(refusals('13-one-word-names.vcf', 'clients')).toEqual([
      'Mina: Last Name is required.',
      'Mike: First Name is required.',
    ])
  })

  test('14: a suffix after the name is put into the notes', () => {
    expect(notesOf('14-names-with-suffixes.csv')[1]).toContain('CRS, GRI')
  })

  test('16: a phone number truncated by a spreadsheet is not used to call', () => {
    expect(phonesOf('16-phones-of-excel.csv')).toEqual(['5035550111', '5035550112'])
    expect(notesOf('16-phones-of-excel.csv')[0]).toMatch(/Cell phone: 5\.03555E\+09 .*spreadsheet/)
  })

  test('17, 18: the same person is recognized', () => {
    const verdicts = (name: string) =>
      read(name, 'clients').records.map((one) => (one.verdict === 'repeat' ? [one.ofLine, one.isSure] : one.verdict))
    expect(verdicts('17-extension.csv')).toEqual(['new', [2, true]])
    expect(verdicts('18-one-person-three-spellings.csv')).toEqual(['new', [2, true], 'new', [4, true]])
  })

  test('19, 20: a cell of several lines is not an unclosed quotation mark', () => {
    expect(refusals('19-note-with-addresses.csv', 'clients')).toEqual([])
    expect(listings('20-remarks-with-a-number.csv').map(({ address }) => address)).toEqual(['12 Elm St', '14 Elm St'])
  })

  test('22, 23: bathrooms are counted', () => {
    expect(listings('22-baths-full-dot-half.csv').map(({ bathrooms }) => bathrooms)).toEqual([2.5, 1, 4])
    expect(listings('23-three-quarter-baths.csv').map(({ bathrooms }) => bathrooms)).toEqual([2.25])
  })

  test('24: leading zeros of ZIP codes are restored', () => {
    expect(listings('24-zip-without-its-zero.csv').map(({ zip_code }) => zip_code)).toEqual(['01970', '01970', '01970'])
  })

  test('25: the headings of ARMLS are known', () => {
    const { missingMessage } = read('25-armls-headings.csv', 'listings')
    expect(missingMessage).toBeNull()
    expect(listings('25-armls-headings.csv')).toMatchObject([
      {
        address: '4111 N 12th St, Unit 7',
        bedrooms: 2,
        bathrooms: 2.5,
        lot_size: 0.1,
        latitude: 33.49,
        longitude: -112.05,
        status: 'For Sale',
      },
      { address: '4111 S 12th St', status: 'Pending' },
      { address: '4115 S 12th St', status: 'Pending' },
    ])
  })

  test('26: a report title above the headings is skipped', () => {
    expect(listings('26-name-of-the-report-first.csv')).toMatchObject([{ address: '12 Elm St', bedrooms: 3 }])
  })

  test('27: values of the RESO Data Dictionary are known', () => {
    expect(listings('27-reso-values-without-blanks.csv')).toMatchObject([
      { address: '12 Elm St', status: 'Pending', square_feet: 1850, lot_size: 0.2471 },
      { address: '14 Elm St', status: 'For Sale', lot_size: 0.2471 },
      { address: '16 Elm St', status: 'Sold', lot_size: 0.25 },
    ])
    expect(refusals('27-reso-values-without-blanks.csv', 'listings')).toEqual([
      '18 Elm St: Only listings that are for sale, pending or sold are imported; this one is “Hold”.',
      '20 Elm St: Only listings that are for sale, pending or sold are imported; this one is “Incomplete”.',
    ])
  })

  test('28: status codes of listing services are known, except one that the agent is asked for', () => {
    expect(listings('28-status-codes.csv').map(({ status }) => status)).toEqual([
      'For Sale',
      'Pending',
      'Pending',
      'Pending',
      'Pending',
      'For Sale',
      'Sold',
    ])
    expect(read('28-status-codes.csv', 'listings').missingFields).toEqual(['status'])
    expect(listings('28-status-codes.csv', { status: 'Sold' }).at(-1)).toMatchObject({
      address: '28 Elm St',
      status: 'Sold',
    })
    expect(refusals('28-status-codes.csv', 'listings')[0]).toContain('“Contract Cancelled”')
  })

  test.each([
    ['29-zones-of-windows.ics', ['Call 2026-12-08 11:00:00 11:30:00', 'Call 2 2026-12-09 11:00:00 11:30:00']],
    [
      '30-exdate-and-recurrence-id-without-zone.ics',
      [
        'Daily 2026-12-01 06:00:00 06:30:00',
        'Daily, moved 2026-12-02 08:00:00 08:30:00',
        'Daily 2026-12-04 06:00:00 06:30:00',
      ],
    ],
    [
      '31-this-and-future.ics',
      [
        'Call 2026-12-01 10:00:00 10:30:00',
        'Call 2026-12-02 10:00:00 10:30:00',
        'Call, later 2026-12-03 15:00:00 15:30:00',
        'Call, later 2026-12-04 15:00:00 15:30:00',
      ],
    ],
    ['32-offset-of-three-figures.ics', ['Call 2026-12-08 11:00:00 11:30:00']],
    ['33-offset-in-the-time.ics', ['Call 2026-12-07 07:00:00 07:30:00']],
    [
      '34-one-bad-line.ics',
      [
        'Showing from the portal 2026-12-03 10:30:00 11:00:00',
        'Apple place 2026-12-04 10:30:00 11:00:00',
        'Blank in BYDAY 2026-12-01 09:00:00 09:30:00',
        'Blank in BYDAY 2026-12-03 09:00:00 09:30:00',
        'Blank in BYDAY 2026-12-08 09:00:00 09:30:00',
        'Blank in BYDAY 2026-12-10 09:00:00 09:30:00',
        'UID without a colon 2026-12-06 10:30:00 11:00:00',
      ],
    ],
    ['35-two-versions-of-one-event.ics', ['New 2026-12-11 10:00:00 10:30:00']],
    [
      '41-gap-hour-and-periods.ics',
      [
        'In the hour that is not there 2027-03-14 03:30:00 03:45:00',
        'Period 2026-12-01 10:00:00 10:30:00',
        'Period 2026-12-03 15:00:00 17:00:00',
      ],
    ],
  ])('%s has these appointments', (name, expected) => {
    expect(times(name)).toEqual(expected)
  })

  test('34: an event of a whole day is refused as such', () => {
    expect(refusals('34-one-bad-line.ics', 'appointments')).toEqual([
      'Day without VALUE=DATE: This is an all-day event; an appointment needs a start and an end time.',
    ])
  })

  test('36, 37, 38, 42: other fields of a card are put into the notes', () => {
    const [ella = ''] = notesOf('36-spouse-and-more.vcf')
    for (const line of [
      'Spouse: Bo Hart',
      'Anniversary: 2015-06-20',
      'Website: https://hart.example',
      'Website: https://clinic.example',
      'Role: Head nurse',
    ])
      expect(ella.split('\n')).toContain(line)
    expect(ella).toContain('https://www.linkedin.example/in/ella')
    expect(read('37-agent-inside-a-card.vcf', 'clients').records[0]?.record).toMatchObject({
      phone_number: '503-555-0148',
      notes: 'Wants a pool',
    })
    expect(phonesOf('38-two-numbers-in-one.vcf')).toEqual(['503-555-0152'])
    expect(notesOf('38-two-numbers-in-one.vcf')[0]).toContain('503-555-0153')
    expect(read('42-note-with-a-card.vcf', 'clients').records[0]?.record).toMatchObject({
      phone_number: '503-555-0155',
      notes: 'She pasted this:BEGIN:VCARDEND:VCARD',
    })
  })

  test.each([
    ['kvcore', { category: 'Seller', phone_number: '5035550111' }, ['Nice', 'ada2@example.com']],
    [
      'liondesk',
      { phone_number: '5035550111' },
      ['Office phone: 5035550113', 'Home phone: 5035550112', 'Bo', 'bo@example.com'],
    ],
    ['wiseagent', { email: 'ada@example.com', phone_number: '5035550111' }, ['Zillow']],
    ['topproducer', { phone_number: '(503) 555-0111', category: 'Both' }, ['bo@example.com', 'Nice']],
    ['thunderbird', { phone_number: '503-555-0111' }, ['ada2@example.com', 'Nice']],
    ['yahoo', { phone_number: '503-555-0111' }, ['Home phone: 503-555-0112', 'Work phone: 503-555-0113']],
  ])('39: the headings of %s are known', (program, record, notes) => {
    const name = `39-headings-${program}.csv`
    const { missingMessage, records } = read(name, 'clients')
    expect(missingMessage).toBeNull()
    expect(records[0]?.record).toMatchObject({ first_name: 'Ada', last_name: 'Brook', ...record })
    for (const words of notes) expect(records[0]?.record['notes']).toContain(words)
  })

  test.each(['muller', "o'neil", 'oneil', 'lefevre', 'andré'])('40: "%s" finds one of the people', (search) => {
    const found = read('40-search.csv', 'clients').records.filter(({ record }) =>
      matchesClientSearch({ first_name: textOf(record['first_name']), last_name: textOf(record['last_name']) }, search),
    )
    expect(found).toHaveLength(1)
  })
})
