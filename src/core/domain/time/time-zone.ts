import type { Property } from '#core/contract/property.ts'

/** Time zones of the United States. Areas with the same clock rules share one name. */
export type TimeZone =
  | 'America/New_York'
  | 'America/Chicago'
  | 'America/Denver'
  | 'America/Phoenix'
  | 'America/Los_Angeles'
  | 'America/Anchorage'
  | 'America/Adak'
  | 'Pacific/Honolulu'
  | 'America/Puerto_Rico'
  | 'Pacific/Guam'
  | 'Pacific/Pago_Pago'

type Region = { [Field in 'state' | 'zip_code']?: Property[Field] | undefined }

/** Returns a property's time zone by its state and ZIP code; null if uncertain, because a wrong zone would silently move a visit by an hour. */
export function zoneOfProperty({ state, zip_code }: Region): TimeZone | null {
  const rule = rulesByState.get((state ?? '').trim().toUpperCase())
  if (rule === undefined) return null
  if (rule.split === undefined) return rule.zone
  const zip = /^\d{5}/.exec((zip_code ?? '').trim())?.[0]
  if (zip === undefined) return null
  // The longest prefix decides: in Indiana, 465 is New York time, but 46534 within it is Chicago time.
  for (const length of [5, 4, 3]) {
    const zone = rule.split.get(zip.slice(0, length))
    if (zone !== undefined) return zone
  }
  return rule.zone
}

type StateRule = {
  /** The zone of the whole state, or of all ZIP codes that `split` does not list. */
  zone: TimeZone
  /** Zones by prefix of the ZIP code; null if the prefix is in two zones. */
  split?: ReadonlyMap<string, TimeZone | null>
}

const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const pacific = 'America/Los_Angeles'

/** Turns `{ 'America/Chicago': '324 325' }` into a map from ZIP code prefix to zone; `unsure` becomes null. */
function split(parts: Partial<Record<TimeZone | 'unsure', string>>): ReadonlyMap<string, TimeZone | null> {
  return new Map(
    Object.entries(parts).flatMap(([zone, prefixes]) =>
      prefixes.split(' ').map((prefix) => [prefix, zone === 'unsure' ? null : (zone as TimeZone)] as const),
    ),
  )
}

// Sources: the borders are those of 49 CFR part 71. A ZIP code is assigned by the county of its post office.
const rulesByState: ReadonlyMap<string, StateRule> = new Map<string, StateRule>([
  ...whole(eastern, 'CT DE DC GA ME MD MA NH NJ NY NC OH PA RI SC VT VA WV'),
  ...whole(central, 'AL AR IL IA LA MN MS MO OK WI'),
  ...whole(mountain, 'CO MT NM UT WY'),
  ...whole(pacific, 'CA WA'),
  ...whole('Pacific/Honolulu', 'HI'),
  ...whole('America/Puerto_Rico', 'PR VI'),
  ...whole('Pacific/Guam', 'GU MP'),
  ...whole('Pacific/Pago_Pago', 'AS'),
  ['AK', { zone: 'America/Anchorage', split: split({ 'America/Adak': '99546 99547' }) }],
  // The Navajo Nation has daylight saving time, the rest of the state does not.
  [
    'AZ',
    {
      zone: 'America/Phoenix',
      split: split({
        unsure: '860 865',
        'America/Phoenix': '86001 86004 86005 86011 86017 86018 86023 86024 86025 86040 86046 86047',
      }),
    },
  ],
  ['FL', { zone: eastern, split: split({ [central]: '324 325', [eastern]: '32456 32457' }) }],
  ['ID', { zone: mountain, split: split({ [pacific]: '835 838', [mountain]: '83547 83549' }) }],
  [
    'IN',
    {
      zone: eastern,
      split: split({ [central]: '463 464 476 477 46531 46532 46534', unsure: '475 479', [eastern]: '4790' }),
    },
  ],
  [
    'KS',
    { zone: central, split: split({ [mountain]: '67733 67735 67741 67758 67761 67762 67836 67857 67878 67879' }) },
  ],
  [
    'KY',
    {
      zone: eastern,
      split: split({ [central]: '420 421 422 423 424', unsure: '401 426 427', [eastern]: '40160 40165 40175 42701' }),
    },
  ],
  [
    'MI',
    {
      zone: eastern,
      split: split({ unsure: '498 499', [eastern]: '49829 49855 49931', [central]: '49801 49802 49858 49935 49938' }),
    },
  ],
  [
    'ND',
    {
      zone: central,
      split: split({
        unsure: '585 586 588',
        [central]: '5850 58554 58801 58802 58803',
        [mountain]: '58601 58602 58621 58623 58639 58640 58645 58646 58647',
      }),
    },
  ],
  [
    'NE',
    {
      zone: central,
      split: split({ [mountain]: '693 69153 69162', unsure: '690 691 692', [central]: '69001 69101 69103 69201' }),
    },
  ],
  ['NV', { zone: pacific, split: split({ [mountain]: '89883', unsure: '89825' }) }],
  [
    'OR',
    { zone: pacific, split: split({ unsure: '979', [mountain]: '97901 97910 97913 97914 97918', [pacific]: '97904' }) },
  ],
  ['SD', { zone: central, split: split({ [mountain]: '577', unsure: '575 576', [central]: '57501 57601' }) }],
  [
    'TN',
    {
      zone: eastern,
      split: split({
        [central]: '370 371 372 380 381 382 383 384 385 37334 37355 37388 37398 37723',
        unsure: '373',
        [eastern]: '37303 37311 37312 37323 37343 37363 37377 37379',
      }),
    },
  ],
  [
    'TX',
    {
      zone: central,
      split: split({
        [mountain]: '799 885 79821 79835 79836 79837 79838 79839 79849 79851 79853',
        unsure: '798',
        [central]: '79830 79843 79845 79855',
      }),
    },
  ],
])

function whole(zone: TimeZone, states: string): [string, StateRule][] {
  return states.split(' ').map((state) => [state, { zone }])
}

/** Hours from UTC and abbreviation in standard time; `summer` is the abbreviation in daylight saving time. */
type ZoneRule = { hours: number; name: string; summer?: string }

const rules: Record<TimeZone, ZoneRule> = {
  'America/New_York': { hours: -5, name: 'EST', summer: 'EDT' },
  'America/Chicago': { hours: -6, name: 'CST', summer: 'CDT' },
  'America/Denver': { hours: -7, name: 'MST', summer: 'MDT' },
  'America/Phoenix': { hours: -7, name: 'MST' },
  'America/Los_Angeles': { hours: -8, name: 'PST', summer: 'PDT' },
  'America/Anchorage': { hours: -9, name: 'AKST', summer: 'AKDT' },
  'America/Adak': { hours: -10, name: 'HST', summer: 'HDT' },
  'Pacific/Honolulu': { hours: -10, name: 'HST' },
  'America/Puerto_Rico': { hours: -4, name: 'AST' },
  'Pacific/Guam': { hours: 10, name: 'ChST' },
  'Pacific/Pago_Pago': { hours: -11, name: 'SST' },
}

/**
 * Returns the lines that define the zone in a calendar file (VTIMEZONE), for calendar apps without a list of zones. Since 2007, daylight saving time
 * lasts from the second Sunday of March to the first Sunday of November, at 2 a.m. (Energy Policy Act of 2005); older dates are not covered.
 */
export function zoneLines(zone: TimeZone): string[] {
  const { hours, name, summer } = rules[zone]
  const [winter, forward] = [offset(hours), offset(hours + 1)]
  const change =
    summer === undefined
      ? observance('STANDARD', { from: winter, to: winter, name, start: '19700101T000000' })
      : [
          ...observance('DAYLIGHT', {
            from: winter,
            to: forward,
            name: summer,
            start: '20070311T020000',
            rule: 'BYMONTH=3;BYDAY=2SU',
          }),
          ...observance('STANDARD', {
            from: forward,
            to: winter,
            name,
            start: '20071104T020000',
            rule: 'BYMONTH=11;BYDAY=1SU',
          }),
        ]
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...change, 'END:VTIMEZONE']
}

type Observance = { from: string; to: string; name: string; start: string; rule?: string }

function observance(kind: 'STANDARD' | 'DAYLIGHT', { from, to, name, start, rule }: Observance): string[] {
  return [
    `BEGIN:${kind}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `TZNAME:${name}`,
    `DTSTART:${start}`,
    ...(rule === undefined ? [] : [`RRULE:FREQ=YEARLY;${rule}`]),
    `END:${kind}`,
  ]
}

function offset(hours: number): string {
  return `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}00`
}
