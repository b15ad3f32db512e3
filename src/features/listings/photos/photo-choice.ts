import * as v from 'valibot'
import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'

/**
 * What the agent wants done with the main photo when the form is saved. A picked photo's bytes are on this device
 * already; `opId` is made when it is picked, so that saving twice sends it once (fault A15).
 */
export type PhotoChoice = { kind: 'unchanged' } | RemovedPhoto | PickedPhoto

/**
 * Another may be the main photo when the form is saved; that one stays. A draft of an earlier version has the key '', which
 * stands for the main photo.
 */
type RemovedPhoto = { kind: 'removed'; key: LocalKey }

export type PickedPhoto = { kind: 'picked'; opId: string; file: AttachedFile }

const choiceSchema = v.variant('kind', [
  v.object({ kind: v.literal('removed'), key: v.optional(v.string(), '') }),
  v.object({
    kind: v.literal('picked'),
    opId: v.string(),
    file: v.object({
      blobKey: v.string(),
      fileName: v.string(),
      mediaType: v.string(),
      byteLength: v.number(),
      sha256: v.string(),
    }),
  }),
])

/** The choice as a form keeps it, so that drafts hold it like every other field. Unchanged is the empty text. */
export function choiceToText(choice: PhotoChoice): string {
  return choice.kind === 'unchanged' ? '' : JSON.stringify(choice)
}

export function textToChoice(text: string | undefined): PhotoChoice {
  if (text === undefined || text === '') return { kind: 'unchanged' }
  try {
    const parsed = v.safeParse(choiceSchema, JSON.parse(text))
    return parsed.success ? parsed.output : { kind: 'unchanged' }
  } catch {
    return { kind: 'unchanged' }
  }
}
