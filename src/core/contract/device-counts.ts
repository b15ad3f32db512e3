import * as v from 'valibot'

/** More confirmed operations than this are told in several reports. */
export const mostKeysInReport = 2000

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/**
 * What a device says of its operations, `POST sync/counts/`. `made` and `confirmed` count since its database was made and only
 * rise, so that the next report makes up for one that was lost; the others say how things stand.
 */
export const deviceCountsSchema = v.object({
  /** A name that the device has given itself; it says nothing of whose or which it is. */
  device: v.pipe(v.string(), v.uuid('device must be a UUID.')),
  made: count,
  confirmed: count,
  /** On their way, and of these how many may have arrived. */
  waiting: count,
  sent: count,
  /** Waiting for the agent. */
  attention: count,
  /** The idempotency keys of creates and updates that were confirmed since the last report. */
  keys: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(mostKeysInReport)),
})
export type DeviceCounts = v.InferOutput<typeof deviceCountsSchema>

/** Those of the keys under which the server keeps no answer. */
export const countsAnswerSchema = v.object({ missing: v.array(v.string()) })
