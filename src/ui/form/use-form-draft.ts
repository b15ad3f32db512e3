import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form'

/** The longest time that a change is not kept: long enough not to write on every key, short enough that a killed app loses a word at most. */
export const autosaveMs = 400

/** The longest that a form is held back while its draft is read. */
const patienceMs = 600

type Identity<Values> = { opId: string; opened: Values }

type FormDraftOptions<Values extends FormValues, Parsed> = {
  form: UseFormReturn<Values, unknown, Parsed>
  identity: Identity<Values>
  setIdentity: (identity: Identity<Values>) => void
  drafts: DraftPort<Values> | undefined
  /**
   * While a save runs or is done, nothing is written: it would come back as a draft of what is saved already. A save that
   * runs may still be lost with its page, so its draft is written when the page is left; its permanent id tells which it was.
   */
  saving: { isTyping: () => boolean; isSaved: () => boolean }
}

/** Keeps what is typed: on a short timer, when the page is hidden, and back again when the form is reopened (fault A1). */
export function useFormDraft<Values extends FormValues, Parsed>(options: FormDraftOptions<Values, Parsed>) {
  const { form } = options
  const [restoredFrom, setRestoredFrom] = useState<number | null>(null)
  const [isRead, setIsRead] = useState(options.drafts === undefined)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    let isOpen = true
    const openedFirst = latest.current.identity.opened
    const { drafts } = latest.current
    if (drafts === undefined) return undefined
    const typed = namesTyped(form)
    const reading = drafts.inTurn(async () => {
      const found = await drafts.load()
      typed.stop()
      if (found === null || !isOpen || !latest.current.saving.isTyping()) return
      const isTyped = (name: string) =>
        typed.names.has(name) || form.getValues(name as FieldPath<Values>) !== openedFirst[name]
      const opened = showDraft(form, openedFirst, found, isTyped)
      if (opened === null) return
      latest.current.setIdentity({ opId: found.opId, opened })
      setRestoredFrom(found.savedAt)
    })
    void reading.then(() => setIsRead(true))
    const patience = setTimeout(() => setIsRead(true), patienceMs)
    const stopKeeping = keepDrafts(form, latest, drafts)
    return () => {
      isOpen = false
      typed.stop()
      clearTimeout(patience)
      stopKeeping()
    }
  }, [form])

  async function remove(): Promise<void> {
    const { drafts } = options
    setRestoredFrom(null)
    await drafts?.inTurn(drafts.delete)
  }

  return {
    /** Whether the draft was read, or reading it took too long. */
    isRead,
    restoredFrom,
    saveNow: async () => {
      const { identity, drafts, saving } = options
      if (!saving.isTyping()) return
      const draft = { ...identity, values: form.getValues(), savedAt: Date.now() }
      await drafts?.inTurn(() => drafts.save(draft))
    },
    /** After a save: what is on the device needs no draft. */
    forget: remove,
    discard: () => {
      form.reset(options.identity.opened, { keepFieldsRef: true })
      void remove()
    },
  }
}

/**
 * Shows the draft in the fields that were not typed in since the form opened: what was typed is newer. The form is not reset,
 * which would ignore keys until it is drawn again. Returns what the form is compared with from now on; null where the draft
 * says nothing new.
 */
function showDraft<Values extends FormValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  openedFirst: Values,
  found: FormDraft<Values>,
  isTyped: (name: string) => boolean,
): Values | null {
  const draft = layDraftOver(openedFirst, found)
  if (isSameInput(draft.opened, draft.values)) return null
  const untouched = (Object.keys(draft.values) as FieldPath<Values>[]).filter((name) => !isTyped(name))
  const opened = { ...openedFirst, ...Object.fromEntries(untouched.map((name) => [name, draft.opened[name]])) }
  form.resetDefaultValues(opened)
  for (const name of untouched) {
    // Not what it opened with: a field before it may have changed it, such as a start that takes the end along.
    if (draft.values[name] !== form.getValues(name)) setText(form, name, draft.values[name])
  }
  return opened
}

/** The fields that change until `stop` is called. */
function namesTyped<Values extends FormValues, Parsed>(form: UseFormReturn<Values, unknown, Parsed>) {
  const names = new Set<string>()
  const stop = form.subscribe({
    formState: { values: true },
    callback: ({ name }) => {
      if (name !== undefined) names.add(name)
    },
  })
  return { names: names as ReadonlySet<string>, stop }
}

/** Keeps a draft of every change until it is stopped, which keeps the last one. */
function keepDrafts<Values extends FormValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  latest: RefObject<FormDraftOptions<Values, Parsed>>,
  drafts: DraftPort<Values>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Writes that the device has not finished. */
  let unwritten = 0

  function keep(): void {
    timer = undefined
    const { identity, saving } = latest.current
    if (!saving.isTyping()) return
    const values = form.getValues()
    unwritten += 1
    const kept = drafts.inTurn(async () => {
      if (isSameInput(identity.opened, values)) await drafts.delete()
      else await drafts.save({ ...identity, values, savedAt: Date.now() })
    })
    void kept.then(() => (unwritten -= 1))
  }
  function keepAtOnce(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    keep()
  }
  function keepAtExit(): void {
    const { identity, saving } = latest.current
    if (timer === undefined && unwritten === 0 && saving.isTyping()) return
    if (!saving.isSaved()) drafts.saveAtExit({ ...identity, values: form.getValues(), savedAt: Date.now() })
    keepAtOnce()
  }
  function keepWhenHidden(): void {
    // A phone may end a hidden page without another word.
    if (document.visibilityState === 'hidden') keepAtExit()
  }

  const unsubscribe = form.subscribe({
    formState: { values: true },
    callback: ({ name }) => {
      // A reset names no field, and is no typing.
      if (name === undefined) return
      // Counted from the first change since the last time: typing without a pause must not put it off.
      timer ??= setTimeout(keep, autosaveMs)
    },
  })
  document.addEventListener('visibilitychange', keepWhenHidden)
  window.addEventListener('pagehide', keepAtExit)
  return () => {
    keepAtOnce()
    unsubscribe()
    document.removeEventListener('visibilitychange', keepWhenHidden)
    window.removeEventListener('pagehide', keepAtExit)
  }
}

export function setText<Values extends FormValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  name: string,
  text: string | boolean | undefined,
): void {
  const path = name as FieldPath<Values>
  form.setValue(path, text as FieldPathValue<Values, FieldPath<Values>>, { shouldDirty: true })
}

/** What a form holds while it is typed in: texts and switches only, so that a draft can be kept as it is. */
export type FormValues = Record<string, string | boolean>

/** What was typed and not yet saved, with all that is needed to go on after the app was killed (fault A1). */
type FormDraft<Values extends FormValues = FormValues> = {
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
function layDraftOver<Values extends FormValues>(
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
function isSameInput(one: FormValues, other: FormValues): boolean {
  return Object.keys(one).every((field) => one[field] === other[field])
}
