import type { NewShowing } from '#core/contract/showing.ts'
import type { ShowingRow } from '#storage/rows.ts'

/** A showing as its form holds it. */
export type ShowingFormValues = Record<keyof NewShowing, string>

export const showingLabels: Record<keyof NewShowing, string> = {
  showing_date: 'Showing Date',
  start_time: 'Start Time',
  end_time: 'End Time',
  client_email: 'Client Email',
}

export const emptyShowing: ShowingFormValues = { showing_date: '', start_time: '', end_time: '', client_email: '' }

/** What the form shows of a showing; its times have their seconds, as the stored ones, so that nothing seems changed. */
export function showingToForm({ showing_date, start_time, end_time, client_email }: ShowingRow): ShowingFormValues {
  return { showing_date, start_time, end_time, client_email }
}
