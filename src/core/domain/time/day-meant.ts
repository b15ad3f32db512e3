import { searchWords } from '#core/domain/listings/listing-rules.ts'
import { longDateInWords } from './month.ts'
import { isPlainDate } from './plain-date.ts'
import { addDays } from './wall-clock.ts'

/** The next day that "today", "tom", "friday", "Nov 25", "11/25" or "2026-11-25" means; undefined where it means none. */
export function dayMeant(typed: string, today: string): string | undefined {
  const words = searchWords(typed)
  const isDate: boolean = isPlainDate(words)
  if (isDate) return words
  if (words.length < 3) return undefined
  for (let ahead = 0; ahead <= 366; ahead += 1) {
    const day = addDays(today, ahead)
    if (isNamed(words, day, ahead)) return day
  }
  return undefined
}

function isNamed(words: string, day: string, ahead: number): boolean {
  const [weekday = '', monthAndDay = ''] = longDateInWords(day).toLowerCase().split(', ')
  const near = ahead === 0 ? ['today', weekday] : ahead === 1 ? ['tomorrow', weekday] : ahead < 7 ? [weekday] : []
  if (near.some((name) => name.startsWith(words))) return true
  const [month = '', number = ''] = monthAndDay.split(' ')
  const shortly = `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`
  return [monthAndDay, `${month.slice(0, 3)} ${number}`, shortly].includes(words)
}
