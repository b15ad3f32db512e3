import { occurrenceId } from '#core/import/appointment-import.ts'
import type { FileRecord } from '#core/import/import-kind.ts'
import type { ParsedFile } from '#core/import/plan-import.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { calendarComponent } from './calendar-component.ts'
import { type ContentLine, contentLines, type Block, blocksIn } from './read-content-lines.ts'
import { type EventInFile, eventOf } from './event-in-file.ts'
import { type Occurrence, occurrencesIn } from './occurrences.ts'
import { type Clock, clockOf, zonesIn } from './zoned-times.ts'
import { formatDateWithYear } from '#core/format/dates.ts'
import { formatNumber } from '#core/format/numbers.ts'

/** `today` is a date ("2026-11-28"), `zone` the agent's time zone ("America/Los_Angeles"). */
export type CalendarReadingOptions = { today: string; zone: string }

/** The period in which repeats are expanded, relative to today. */
const [daysBack, daysAhead] = [30, 366]
/** Longer events are trips and seasons, not appointments. */
const maxDays = 14
const dayMs = 86_400_000

/** Converts a calendar file (RFC 5545) to appointments in the agent's zone, one for each day and repeat. */
export function eventsInCalendar(text: string, { today, zone }: CalendarReadingOptions): ParsedFile {
  const lines = contentLines(text, null)
  const clock = clockOf(zone, zonesIn(lines))
  const { events, unread } = eventsIn(lines, clock)
  const [from, to] = [addDays(today, -daysBack), addDays(today, daysAhead)]
  const period = { from: Date.parse(from), to: Date.parse(to) }
  const withoutRepeats = new Set(events.filter(({ hasUnreadableRule }) => hasUnreadableRule))
  const all = occurrencesIn(events, period, clock, (event) => withoutRepeats.add(event)).filter(
    ({ event }) => !event.isCancelled,
  )
  const cancelled = events.filter(({ isCancelled }) => isCancelled).length
  const tooLong = new Set(all.filter(({ durationMs }) => durationMs > maxDays * dayMs).map(({ event }) => event))
  return {
    records: all.filter(({ event }) => !tooLong.has(event)).flatMap((one) => daysOf(one, clock)),
    unread: [
      ...unread,
      ...[...tooLong].map(({ line, title }) => refusal(line, title, `This event lasts longer than ${maxDays} days.`)),
    ],
    remarks: [
      ...(events.some(({ repeats }) => repeats !== null)
        ? [
            `Repeating events become one appointment for each time from ${formatDateWithYear(from)} to ${formatDateWithYear(to)}.`,
          ]
        : []),
      ...(withoutRepeats.size === 0
        ? []
        : [
            `Repeats that cannot be read are left out: ${[...withoutRepeats].map(({ title, line }) => title || `line ${line}`).join(', ')}.`,
          ]),
      ...(cancelled === 0
        ? []
        : [`${formatNumber(cancelled)} cancelled ${cancelled === 1 ? 'event is' : 'events are'} left out.`]),
      ...(clock.unknown.size === 0
        ? []
        : [`Times in an unknown time zone are kept as written: ${[...clock.unknown].join(', ')}.`]),
    ],
  }
}

function eventsIn(all: readonly ContentLine[], clock: Clock): { events: EventInFile[]; unread: ParsedFile['unread'] } {
  const events: EventInFile[] = []
  const unread: ParsedFile['unread'] = []
  for (const block of blocksIn(all, 'VEVENT')) {
    try {
      const component = calendarComponent(block, false)
      const event = eventOf(block.line, component, clock)
      if (typeof event === 'string') unread.push(refusal(block.line, titleIn(block), event))
      else events.push({ ...event, hasUnreadableRule: hasRule(block) && event.repeats === null })
    } catch {
      unread.push(refusal(block.line, titleIn(block), 'This event cannot be read.'))
    }
  }
  return { events, unread }
}

function hasRule({ lines }: Block): boolean {
  return lines.some(({ text }) => /^RRULE[^:]*:.*\S/i.test(text))
}

function refusal(line: number, title: string, reason: string): ParsedFile['unread'][number] {
  return { line, title: title || 'Without a title', record: null, reasons: [reason] }
}

function titleIn({ lines }: Block): string {
  const title = lines.map(({ text }) => /^SUMMARY[^:]*:(.*)$/i.exec(text)?.[1]).find((found) => found !== undefined)
  return title?.trim() ?? ''
}

/** Returns a record for each day, from the event's start or midnight to its end or 23:59. `original`: the occurrence's start before a move. */
function daysOf({ event, start, original, durationMs }: Occurrence, clock: Clock): FileRecord[] {
  const { line, uid, title, location, notes } = event
  const [begins, ends] = [clock.at(start), clock.at(start + durationMs)]
  const records: FileRecord[] = []
  for (let date = begins.date; date <= ends.date; date = addDays(date, 1)) {
    const start_time = date === begins.date ? begins.time : '00:00:00'
    const end_time = date === ends.date ? ends.time : '23:59:00'
    if (end_time <= start_time && date !== begins.date) continue
    const name = occurrenceId(uid, date === begins.date ? String(original) : `${original} ${date}`)
    records.push({ line, title, date, start_time, end_time, location, notes, event: name })
  }
  return records
}
