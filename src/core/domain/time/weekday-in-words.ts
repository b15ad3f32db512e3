import { dateInWords } from './wall-clock.ts'

/** "Sat". */
export function weekdayInWords(date: string): string {
  return dateInWords(date, date).slice(0, 3)
}
