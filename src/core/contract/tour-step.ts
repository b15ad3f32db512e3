import * as v from 'valibot'
import { optionalText, plainTime } from './fields.ts'

/** What happened on the way, one tap each; nothing is ever taken out of the list (fault F10). */
const tourStepKinds = ['arrived', 'left', 'skipped', 'late', 'rated', 'undone'] as const

export const tourNoteSchema = optionalText('Note', 2000)

const tourStepSchema = v.object({
  /** Made by the device, so that two devices' lists come together as one set. */
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)),
  kind: v.picklist(tourStepKinds),
  /** The stop's `stop_id`. */
  stop_id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)),
  /** By the clock on the wall when it was tapped. */
  at: plainTime,
  /** Of 'late'. */
  minutes: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(-600), v.maxValue(600))), null),
  /** Of 'rated', 1 to 5; null when the buyer gave none. */
  rating: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))), null),
  note: tourNoteSchema,
  /** Of 'undone': the `id` of the step that was a mistake. */
  undoes: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(80))), null),
})

export const tourStepsSchema = v.pipe(v.array(tourStepSchema), v.maxLength(2000))

export type TourStep = v.InferOutput<typeof tourStepSchema>
