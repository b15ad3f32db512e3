import { expect, test } from 'vitest'
import { toListingStatus } from '#core/import/listing-import.ts'
import type { ImportName } from '#core/import/import-kind.ts'
import { nameInParts } from '#core/import/person-in-file.ts'
import { textOf } from '#core/import/imported-records.ts'
import { decodeText } from '#files/decode-text.ts'
import { fileReader } from '#files/file-reader.ts'
import { zoneOfWindows } from '#files/windows-zones.ts'

function read(file: string | Uint8Array, of: ImportName) {
  const ask = fileReader()
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const answer = ask({ ask: 'read', of, bytes, today: '2026-11-29', zone: 'America/Los_Angeles' })
  if (answer.kind !== 'table' && answer.kind !== 'cards') throw new Error(JSON.stringify(answer))
  const judged = ask({ ask: 'judge', meanings: answer.kind === 'table' ? answer.meanings : [], known: [] })
  if (judged.kind !== 'judged') throw new Error(judged.kind)
  return { ...judged, remarks: answer.kind === 'cards' ? answer.remarks : [] }
}

const lines = (...some: string[]) => some.join('\r\n')
const card = (...some: string[]) => lines('BEGIN:VCARD', ...some, 'EMAIL:jo@example.com', 'END:VCARD', '')
const calendar = (...events: string[]) => lines('BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', '')
const event = (...some: string[]) => lines('BEGIN:VEVENT', ...some, 'END:VEVENT')
const person = (file: string | Uint8Array) => read(file, 'clients').records[0]?.record
const nameOf = (file: string | Uint8Array) =>
  [person(file)?.['first_name'], person(file)?.['last_name']].map(textOf).join(' · ')
const times = (text: string) =>
  read(text, 'appointments').records.map(({ record }) =>
    [record['title'], record['date'], record['start_time'], record['end_time']].map(textOf).join(' '),
  )
const homes = (...rows: string[]) =>
  read(rows.join('\n'), 'listings').records.map(({ record }) => record['property'] as Record<string, unknown>)
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
const asUtf8 = (text: string) => Buffer.from(text).toString('latin1')

test.each([
  ['one old letter among new ones', latin(`${asUtf8('Zoë Łuk 明 café')} Jos\xE9`), 'Zoë Łuk 明 café José'],
  ['one new letter among old ones', latin(`Jos\xE9 Nu\xF1ez ${asUtf8('Zoë')}`), 'José Nuñez Zoë'],
  [
    'an old file with curly signs behind capitals',
    latin('JOS\xC9\x92S CAF\xC9\x99 \xD6\x96 \xE9'),
    'JOSÉ’S CAFÉ™ Ö– é',
  ],
  ['Russian words beside an old letter', latin(`${asUtf8('Пётр')} Jos\xE9`), 'Пётр José'],
  ['a letter cut by a folded line', latin('Zo\xC3\r\n \xAB \xE9'), 'Zoë\r\n  é'],
])('the text encoding is detected for each letter: %s', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text)
})

test('a line is decoded with the charset that it names', () => {
  const cards = lines(
    'BEGIN:VCARD',
    'VERSION:2.1',
    'N;CHARSET=iso-8859-2:Kowal;\xA3uk',
    'EMAIL:l@example.com',
    'END:VCARD',
  )
  expect(nameOf(latin(cards))).toBe('Łuk · Kowal')
  const japanese = lines(
    'BEGIN:VCARD',
    'VERSION:2.1',
    'N;CHARSET=ISO-2022-JP:\x1B$B;3ED\x1B(B;\x1B$BB@O:\x1B(B',
    'EMAIL:t@example.com',
  )
  expect(nameOf(latin(japanese))).toBe('太郎 · 山田')
})

test.each([
  ['bare types in a newer card', card('VERSION:4.0', 'N:Ng;Jo;;;', 'TEL;WORK;PREF:5035550144'), '5035550144', ''],
  ['an empty parameter', card('N:Ng;Jo', 'TEL;:5035550144'), '5035550144', ''],
  [
    'a value that ends like one that goes on',
    card('VERSION:2.1', 'N:Ng;Jo', 'NOTE;QUOTED-PRINTABLE:tea=', 'TEL;CELL:5035550144'),
    '5035550144',
    'tea',
  ],
  ['an open quotation mark', card('VERSION:3.0', 'N:Ng;Jo;;;', 'TEL;TYPE="cell:5035550144'), '5035550144', ''],
  [
    'a note that was typed over several lines',
    card('N:Ng;Jo', 'NOTE:Call first', 'Phone: ask Bo', '', 'Then come', 'TEL:5035550144'),
    '5035550144',
    'Call first\nPhone: ask Bo\nThen come',
  ],
  ['a stray line', card('N:Ng;Jo', 'TEL:5035550144', 'likes tea'), '5035550144', 'likes tea'],
  ['a property without its colon', card('N:Ng;Jo', 'UID', 'X-RADIUS=4', 'TEL:5035550144'), '5035550144', ''],
  [
    'a picture without indents',
    card('N:Ng;Jo', 'PHOTO;BASE64:AAAA', 'BBBB', 'CCCC==', '', 'TEL:5035550144'),
    '5035550144',
    '',
  ],
  [
    'a card inside',
    card('N:Ng;Jo', 'AGENT:BEGIN:VCARD', 'N:Lee;Bo', 'TEL:5035550100', 'END:VCARD', 'TEL:5035550144'),
    '5035550144',
    '',
  ],
  ['an indented file', card('N:Ng;Jo', 'TEL:5035550144').replaceAll(/^(?=.)/gm, '  '), '5035550144', ''],
  [
    'numbers in one value',
    card('N:Ng;Jo', 'TEL;CELL:503 555 0144 / 503 555 0145'),
    '503 555 0144',
    'Cell phone: 503 555 0145',
  ],
])('a card with %s is read', (_, text, phone_number, notes) => {
  expect(read(text, 'clients')).toMatchObject({
    records: [{ record: { first_name: 'Jo', last_name: 'Ng', phone_number, notes } }],
    refused: [],
  })
})

test('fields of a card other than name and numbers are put into the notes', () => {
  const said = card(
    'VERSION:4.0',
    'N:Ng;Jo;Kim;Dr.;PhD',
    'RELATED;TYPE=spouse;VALUE=text:Bo',
    'ANNIVERSARY:20150620',
    'X-FAVORITE-COLOR:blue',
    'TEL;TYPE=fax:5035550100',
    'X-ABUID:12',
  )
  expect(textOf(person(said)?.['notes']).split('\n')).toEqual(
    expect.arrayContaining(['Spouse: Bo', 'Prefix: Dr.', 'Suffix: PhD', 'Favorite color: blue', 'Fax: 5035550100']),
  )
  expect(person(said)).toMatchObject({ phone_number: '', notes: expect.not.stringContaining('12\n') as string })
})

test.each([
  ['Bo Hart Jr.', 'Bo', 'Hart Jr.', ''],
  ['Hart, Bo, III', 'Bo', 'Hart, III', ''],
  ['Dr. Bo Hart, Ph.D.', 'Bo', 'Hart', 'Prefix: Dr.\nTitle: Ph.D.'],
  ['Bo Hart GRI', 'Bo', 'Hart', 'Title: GRI'],
  ['Bo van der Berg', 'Bo', 'van der Berg', ''],
  ['JO LI MA', 'JO LI', 'MA', ''],
  ['Hart', '', 'Hart', ''],
  ['Hart & Sons, LLC', '', 'Hart & Sons, LLC', ''],
  ['Mr. Hart', 'Mr.', 'Hart', ''],
])('the name "%s" is split into its parts', (name, first_name, last_name, notes) => {
  const parts = nameInParts(name)
  expect({ ...parts, notes: parts.notes.join('\n') }).toEqual({ first_name, last_name, notes })
})

test('a phone number in scientific notation is restored if complete, else moved to the notes', () => {
  const rows = [
    'Name,Email,Phone',
    'Jo Ng,a@example.com,5.035550144E+09',
    'Bo Lee,b@example.com,5035550145.0',
    'Al Roe,c@example.com,5.04E+09',
    `Cy Day,d@example.com,"=""5035550146"""`,
  ]
  const { records } = read(rows.join('\n'), 'clients')
  expect(records.map(({ record }) => record['phone_number'])).toEqual(['5035550144', '5035550145', '', '5035550146'])
  expect(records[2]?.record['notes']).toBe('Phone: 5.04E+09 (a spreadsheet has cut this number)')
})

test('a cell may span lines, and an unclosed quotation mark is still reported', () => {
  const note =
    'First Name,Last Name,Email,Notes\nJo,Ng,jo@example.com,"Sees, hears, and, mails\na@b.co, tea, c@d.co, cake"\n'
  expect(read(note, 'clients')).toMatchObject({ records: [{ line: expect.any(Number) as number }], refused: [] })
  const open = 'First Name,Last Name,Email,Notes\nJo,Ng,jo@example.com,"never closed\nBo,Lee,bo@example.com,"x"\n'
  expect(read(open, 'clients').refused[0]?.reasons[0]).toContain('A quotation mark was not closed')
})

test.each([
  ['a title of its own', 'My people\nFirst Name,Last Name,Email\nJo,Ng,jo@example.com\n'],
  [
    'titles with cells, and an address in one',
    'Exported by,ida@example.com,,\n,,,\nFirst Name;x,Last Name,Email,Notes\nJo,Ng,jo@example.com,'.replace(';x', ''),
  ],
  ['a title with a comma above semicolons', 'People, as of today\nFirst Name;Last Name;Email\nJo;Ng;jo@example.com\n'],
])('a table with %s above its headings is read', (_, text) => {
  expect(nameOf(text)).toBe('Jo · Ng')
})

test('baths, areas and ZIP codes are read as their columns define them', () => {
  const headings = 'Address,City,State,Zip,Price'
  const at = (zip: string, state = 'OR') => `1 A St,Salem,${state},${zip},400000`
  expect(
    homes(`${headings},Baths`, `${at('97301')},3.1`, `${at('97302')},2.0`).map((home) => home['bathrooms']),
  ).toEqual([3.5, 2])
  expect(
    homes(`${headings},Baths`, `${at('97301')},2.1`, `${at('97302')},2.5`).map((home) => home['bathrooms']),
  ).toEqual([2.1, 2.5])
  expect(homes(`${headings},Full Baths,3/4 Baths,1/2 Baths`, `${at('97301')},2,1,1`)[0]?.['bathrooms']).toBe(3.25)
  expect(homes(`${headings},Sq Ft,Lot Size`, `${at('97301')},100 m²,2 ha`)[0]).toMatchObject({
    square_feet: 1076,
    lot_size: 4.9421,
  })
  expect(
    homes(headings, at('6511.0', 'CT'), at('601', 'PR'), at('21391234', 'MA')).map((home) => home['zip_code']),
  ).toEqual(['06511', '00601', '02139-1234'])
  expect(read([headings, at('9730')].join('\n'), 'listings').refused[0]?.reasons).toEqual([
    expect.stringContaining('five digits'),
  ])
})

test('the direction of a street is part of the address, under any known heading', () => {
  const row = '12,NW,Elm,St,Salem,OR,97301,400000'
  for (const direction of ['Compass', 'Directional Prefix', 'St Dir', 'Pre-Direction'])
    expect(
      homes(`Street Number,${direction},Street Name,Street Suffix,City,State,Zip,Price`, row)[0]?.['address'],
    ).toBe('12 NW Elm St')
})

test.each([
  ['ActiveUnderContract', 'Pending'],
  ['ComingSoon', 'For Sale'],
  ['bom', 'For Sale'],
  ['UCB', 'Pending'],
  ['Cld', 'Sold'],
  ['A-Active', 'For Sale'],
  ['C', ''],
  ['Cancelled', 'Cancelled'],
  ['Sale Cancelled', 'Sale Cancelled'],
  ['TOM', 'TOM'],
])('the status "%s" is read as "%s"', (said, status) => {
  expect(toListingStatus(said)).toBe(status)
})

test('an unknown status is reported as unknown, not as off the market', () => {
  const { refused } = read('Address,City,State,Zip,Price,Status\n1 A St,Salem,OR,97301,400000,ZZ', 'listings')
  expect(refused[0]?.reasons).toEqual(['The status “ZZ” is not known here. Write For Sale, Pending or Sold instead.'])
})

test.each([
  ['a rule without a frequency', ['RRULE:INTERVAL=2']],
  ['a rule for a day that never comes', ['RRULE:FREQ=MONTHLY;BYDAY=7TU']],
  ['an unknown frequency', ['RRULE:FREQ=OFTEN']],
  ['a rule of nothing', ['RRULE:;;']],
  ['a line without a colon', ['X-TRAVEL=5']],
  ['a typed description', ['DESCRIPTION:Bring', 'the keys: both', '', 'Location: the back door']],
  ['an open quotation mark', ['ATTENDEE;CN="Bo:mailto:bo@example.com']],
  ['an alarm without an end', ['BEGIN:VALARM', 'TRIGGER:-PT5M']],
  ['an exception that is no time', ['RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:later']],
])('an event with %s is read, and so is the next one', (_, some) => {
  const text = calendar(
    event('UID:a', 'DTSTART:20261202T100000', 'DTEND:20261202T110000', 'SUMMARY:First', ...some),
    event('UID:b', 'DTSTART:20261203T100000', 'DTEND:20261203T110000', 'SUMMARY:Second'),
  )
  expect(times(text)).toEqual(['First 2026-12-02 10:00:00 11:00:00', 'Second 2026-12-03 10:00:00 11:00:00'])
})

test.each([
  ['20261202T100000+0100', '01:00:00'],
  ['2026-12-02T10:00:00-05:00', '07:00:00'],
  ['2026-12-02T18:00Z', '10:00:00'],
  ['20261202T1000', '10:00:00'],
])('a start at %s is converted to the agent’s time zone', (start, time) => {
  expect(
    read(calendar(event('UID:a', `DTSTART:${start}`, 'SUMMARY:Call')), 'appointments').records[0]?.record,
  ).toMatchObject({
    date: '2026-12-02',
    start_time: time,
  })
})

const series = (rule: string, ...others: string[]) =>
  calendar(
    event(
      'UID:s',
      'DTSTART;TZID=America/New_York:20261201T120000',
      'DTEND;TZID=America/New_York:20261201T130000',
      'SUMMARY:Series',
      rule,
    ),
    ...others,
  )

test('EXDATE and RECURRENCE-ID without a time zone use the zone of their series', () => {
  const moved = event(
    'UID:s',
    'RECURRENCE-ID;VALUE=DATE:20261202',
    'DTSTART;TZID=America/New_York:20261202T150000',
    'DTEND;TZID=America/New_York:20261202T160000',
    'SUMMARY:Moved',
  )
  expect(times(series('RRULE:FREQ=DAILY;COUNT=4\r\nEXDATE:20261203T120000,20261204', moved))).toEqual([
    'Series 2026-12-01 09:00:00 10:00:00',
    'Moved 2026-12-02 12:00:00 13:00:00',
  ])
})

test('a change of this and all following repeats applies to them, even with a new rule', () => {
  const from = (...some: string[]) =>
    event(
      'UID:s',
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20261202T120000',
      'DTSTART;TZID=America/New_York:20261202T140000',
      'DTEND;TZID=America/New_York:20261202T143000',
      'SUMMARY:Later',
      ...some,
    )
  expect(times(series('RRULE:FREQ=DAILY;COUNT=3', from()))).toEqual([
    'Series 2026-12-01 09:00:00 10:00:00',
    'Later 2026-12-02 11:00:00 11:30:00',
    'Later 2026-12-03 11:00:00 11:30:00',
  ])
  expect(times(series('RRULE:FREQ=DAILY;COUNT=3', from('RRULE:FREQ=WEEKLY;COUNT=2')))).toEqual([
    'Series 2026-12-01 09:00:00 10:00:00',
    'Later 2026-12-02 11:00:00 11:30:00',
    'Later 2026-12-09 11:00:00 11:30:00',
  ])
})

test('events with the same UID are separate, unless one is a newer version', () => {
  const at = (hour: number, version: number) =>
    event('UID:v', `SEQUENCE:${version}`, `DTSTART:20261202T${hour}0000`, `SUMMARY:At ${hour}`)
  expect(times(calendar(at(10, 0), at(12, 0)))).toHaveLength(2)
  expect(times(calendar(at(10, 3), at(12, 1)))).toEqual(['At 10 2026-12-02 10:00:00 10:15:00'])
})

test('a repeated hour is read as the first, and a skipped hour with the offset before the change', () => {
  const at = (time: string) => calendar(event('UID:a', `DTSTART;TZID=America/Los_Angeles:${time}`, 'SUMMARY:X'))
  expect(times(at('20270314T021500'))).toEqual(['X 2027-03-14 03:15:00 03:30:00'])
  expect(times(at('20261101T013000'))).toEqual(['X 2026-11-01 01:30:00 01:45:00'])
})

test.each([
  ['Pacific Standard Time', 'America/Los_Angeles'],
  ['Eastern Daylight Time', 'America/New_York'],
  ['(UTC-06:00) Central Time (US & Canada)', 'America/Chicago'],
  ['(UTC-07:00) Arizona', 'America/Phoenix'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
  ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Kolkata'],
  ['(UTC-03:00) Berlin', null],
  ['Somewhere', null],
])('the Windows time zone "%s" is known', (name, zone) => {
  expect(zoneOfWindows(name)).toBe(zone)
})

test('offsets are read with any number of digits', () => {
  const zone = (offset: string) =>
    calendar(
      lines(
        'BEGIN:VTIMEZONE',
        'TZID:Own',
        'BEGIN:STANDARD',
        'DTSTART:20200101T000000',
        `TZOFFSETFROM:${offset}`,
        `TZOFFSETTO:${offset}`,
        'END:STANDARD',
        'END:VTIMEZONE',
      ),
      event('UID:a', 'DTSTART;TZID=Own:20261202T140000', 'SUMMARY:X'),
    )
  for (const offset of ['-500', '-05:00', '-5', '-0500', '-050000'])
    expect(times(zone(offset))).toEqual(['X 2026-12-02 11:00:00 11:15:00'])
  expect(times(calendar(event('UID:a', 'DTSTART;TZID=GMT-0500:20261202T140000', 'SUMMARY:X')))).toEqual([
    'X 2026-12-02 11:00:00 11:15:00',
  ])
})
