import type { Showing } from '../contract/showing.ts'

/** A plain server says nothing of it: without a status a showing is Scheduled. */
type Life = { status?: Showing['status'] | undefined }

/** Whether a showing takes its time of the day. */
export function isOn({ status }: Life): boolean {
  return status !== 'Cancelled'
}
