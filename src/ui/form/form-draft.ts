/** What a form holds while it is typed in: texts and switches only, so that a draft can be kept as it is. */
export type FormValues = Record<string, string | boolean>

/** What was typed and not yet saved, with all that is needed to go on after the app was killed (fault A1). */
export type FormDraft<Values extends FormValues = FormValues> = {
  /** Kept with the draft: a save whose end was not seen is then recognised instead of made twice (fault A15). */
  opId: string
  /** What the form was opened with; a save is compared with it, not with what a pull brought since (fault G19). */
  opened: Values
  values: Values
  /** Epoch milliseconds. */
  savedAt: number
}

/** Where one form keeps its draft; bound to the agent and the form's name where the form is opened. */
export type DraftPort<Values extends FormValues = FormValues> = {
  load: () => Promise<FormDraft<Values> | null>
  save: (draft: FormDraft<Values>) => Promise<void>
  /** Before it returns: for a page that may be gone before anything slower is written. */
  saveAtExit: (draft: FormDraft<Values>) => void
  delete: () => Promise<void>
  /**
   * Runs each work after the one before, of this form and of the same one that was open before it: what is still being
   * written is read, and does not come back after it was deleted. Never rejects: a draft is a help, and when the device
   * cannot keep it, the form still works.
   */
  inTurn: (work: () => Promise<void>) => Promise<void>
}

/**
 * The draft on top of the record as it is now: fields that were typed in keep their text and the value they were opened
 * with, all others follow the record. Fields that the form does not have any more are left out.
 */
export function layDraftOver<Values extends FormValues>(
  current: Values,
  draft: FormDraft<Values>,
): { opened: Values; values: Values } {
  const opened: FormValues = { ...current }
  const values: FormValues = { ...current }
  for (const field of Object.keys(current)) {
    const typed = draft.values[field]
    const before = draft.opened[field]
    if (typed === undefined || before === undefined || typed === before) continue
    // The record has this text already: the save did complete, or another device saved the same.
    if (typed === current[field]) continue
    opened[field] = before
    values[field] = typed
  }
  return { opened: opened as Values, values: values as Values }
}

/** True when the two hold the same text in every field of `one`. */
export function isSameInput(one: FormValues, other: FormValues): boolean {
  return Object.keys(one).every((field) => one[field] === other[field])
}
