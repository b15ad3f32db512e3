/** A form as far as it was filled in. */
export type Draft = {
  /** The form's values as they were typed. */
  values: Record<string, unknown>
  /** The operation's permanent id, so that a restored form saves the same intent (fault A15). */
  opId?: string
  /** The record's values when the form opened, for the merge at saving (fault A16). */
  opened?: Record<string, unknown>
  savedAt: number
}
