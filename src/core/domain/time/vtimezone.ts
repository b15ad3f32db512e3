import type { TimeZone } from './time-zone.ts'

/** Hours from UTC in winter, and what the clock is called; `summer` where the clocks change. */
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
 * A zone as a calendar file tells it, for programs that do not know its name. Since 2007 the clocks go forward on the
 * second Sunday of March and back on the first of November, at two (Energy Policy Act of 2005); we tell of nothing older.
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

/** "-0800". */
function offset(hours: number): string {
  return `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}00`
}
