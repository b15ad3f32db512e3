import { milesText } from '#core/domain/tour-words.ts'

/** "12 min · 5.1 mi". */
export function driveInWords({ minutes, miles }: { minutes: number; miles: number }): string {
  return `${minutes} min · ${milesText(miles)}`
}
