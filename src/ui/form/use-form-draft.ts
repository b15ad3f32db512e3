import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form'

/** Long enough not to write on every key, short enough that a killed app loses a word at most. */
export const autosaveMs = 400

/** A form is shown after this time even if its draft is still being read. */
const patienceMs = 600

/** The operation id of the form's next save, and the values with which the form opened. */
type Identity<Values> = { opId: string; opened: Values }

type FormDraftOptions<Values extends FormValues, Parsed> = {
  form: UseFormReturn<Values, unknown, Parsed>
  identity: Identity<Values>
  setIdentity: (identity: Identity<Values>) => void
  drafts: DraftPort<Values> | undefined
  /**
   * `isTyping` is false during and after a save: then no draft is written, or saved text would come back as a draft. Only the exit draft is
   * also written during a save, until `isSaved`, because the page may close before the save completes. Its `opId` then identifies the save.
   */
  saving: { isTyping: () => boolean; isSaved: () => boolean }
}

/** Stores typed text soon after a change and when the page is hidden, and restores it on reopening (fault A1). */
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
    const typed = trackChangedFields(form)
    const reading = drafts.enqueue(async () => {
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
    const stopAutosave = autosaveDrafts(form, latest, drafts)
    return () => {
      isOpen = false
      typed.stop()
      clearTimeout(patience)
      stopAutosave()
    }
  }, [form])

  async function remove(): Promise<void> {
    const { drafts } = options
    setRestoredFrom(null)
    await drafts?.enqueue(drafts.delete)
  }

  return {
    /** Whether the draft was read or reading it timed out. */
    isRead,
    /** When the restored draft was typed, in epoch milliseconds; null if no draft was restored. */
    restoredFrom,
    saveNow: async () => {
      const { identity, drafts, saving } = options
      if (!saving.isTyping()) return
      const draft = { ...identity, values: form.getValues(), savedAt: Date.now() }
      await drafts?.enqueue(() => drafts.save(draft))
    },
    /** Deletes the stored draft; the fields stay as they are. */
    forget: remove,
    /** Deletes the stored draft and resets the fields. */
    discard: () => {
      form.reset(options.identity.opened, { keepFieldsRef: true })
      void remove()
    },
  }
}

/** Sets single fields, because after a reset the form ignores typing until it renders. Returns the new opening values; null if nothing is new. */
function showDraft<Values extends FormValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  openedFirst: Values,
  found: FormDraft<Values>,
  isTyped: (name: string) => boolean,
): Values | null {
  const draft = mergeDraft(openedFirst, found)
  if (isSameInput(draft.opened, draft.values)) return null
  const untouched = (Object.keys(draft.values) as FieldPath<Values>[]).filter((name) => !isTyped(name))
  const opened = { ...openedFirst, ...Object.fromEntries(untouched.map((name) => [name, draft.opened[name]])) }
  form.resetDefaultValues(opened)
  for (const name of untouched) {
    // Reads the current value, because setting an earlier field may have changed it: a new start time moves the end time.
    if (draft.values[name] !== form.getValues(name)) setFieldValue(form, name, draft.values[name])
  }
  return opened
}

function trackChangedFields<Values extends FormValues, Parsed>(form: UseFormReturn<Values, unknown, Parsed>) {
  const names = new Set<string>()
  const stop = form.subscribe({
    formState: { values: true },
    callback: ({ name }) => {
      if (name !== undefined) names.add(name)
    },
  })
  return { names: names as ReadonlySet<string>, stop }
}

/** Stores a draft soon after every change. The returned function stores a change that is still waiting, and stops. */
function autosaveDrafts<Values extends FormValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  latest: RefObject<FormDraftOptions<Values, Parsed>>,
  drafts: DraftPort<Values>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pendingWrites = 0

  function saveDraft(): void {
    timer = undefined
    const { identity, saving } = latest.current
    if (!saving.isTyping()) return
    const values = form.getValues()
    pendingWrites += 1
    const writing = drafts.enqueue(async () => {
      if (isSameInput(identity.opened, values)) await drafts.delete()
      else await drafts.save({ ...identity, values, savedAt: Date.now() })
    })
    void writing.then(() => (pendingWrites -= 1))
  }
  function saveWaitingDraft(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    saveDraft()
  }
  function saveExitDraft(): void {
    const { identity, saving } = latest.current
    // Everything typed is already stored.
    if (timer === undefined && pendingWrites === 0 && saving.isTyping()) return
    if (!saving.isSaved()) drafts.saveAtExit({ ...identity, values: form.getValues(), savedAt: Date.now() })
    saveWaitingDraft()
  }
  function saveWhenHidden(): void {
    // A phone may end a hidden page without another event.
    if (document.visibilityState === 'hidden') saveExitDraft()
  }

  const unsubscribe = form.subscribe({
    formState: { values: true },
    callback: ({ name }) => {
      // A reset has no field name and is not typing.
      if (name === undefined) return
      // The first unsaved change starts the timer, and later ones do not restart it: typing without a pause must not delay the draft.
      timer ??= setTimeout(saveDraft, autosaveMs)
    },
  })
  document.addEventListener('visibilitychange', saveWhenHidden)
  window.addEventListener('pagehide', saveExitDraft)
  return () => {
    saveWaitingDraft()
    unsubscribe()
    document.removeEventListener('visibilitychange', saveWhenHidden)
    window.removeEventListener('pagehide', saveExitDraft)
  }
}

export function setFieldValue<Values extends FormValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  name: string,
  text: string | boolean | undefined,
): void {
  const path = name as FieldPath<Values>
  form.setValue(path, text as FieldPathValue<Values, FieldPath<Values>>, { shouldDirty: true })
}

/** Form values while typing: only texts and booleans, so that a draft stores them unchanged. */
export type FormValues = Record<string, string | boolean>

/** Typed and unsaved input, with everything needed to continue after the app was killed (fault A1). */
type FormDraft<Values extends FormValues = FormValues> = {
  /** Stored with the draft, so that a save whose result was never seen is recognized and not repeated (fault A15). */
  opId: string
  /** The values the form opened with; a save is compared with these, not with later pulls (fault G19). */
  opened: Values
  values: Values
  /** Epoch milliseconds. */
  savedAt: number
}

export type DraftPort<Values extends FormValues = FormValues> = {
  load: () => Promise<FormDraft<Values> | null>
  save: (draft: FormDraft<Values>) => Promise<void>
  /** Synchronous, because the page may be gone before a slower write finishes. */
  saveAtExit: (draft: FormDraft<Values>) => void
  delete: () => Promise<void>
  /** Runs one `work` after another, across forms of one name, so a deleted draft does not come back. Never rejects: forms work without drafts. */
  enqueue: (work: () => Promise<void>) => Promise<void>
}

/** Fields edited in the draft get its opening and typed values, all others the record's current ones. Drops fields that the form no longer has. */
function mergeDraft<Values extends FormValues>(
  current: Values,
  draft: FormDraft<Values>,
): { opened: Values; values: Values } {
  const opened: FormValues = { ...current }
  const values: FormValues = { ...current }
  for (const field of Object.keys(current)) {
    const typed = draft.values[field]
    const before = draft.opened[field]
    if (typed === undefined || before === undefined || typed === before) continue
    // The record already has this text: the save completed, or another device saved the same.
    if (typed === current[field]) continue
    opened[field] = before
    values[field] = typed
  }
  return { opened: opened as Values, values: values as Values }
}

/** Compares the fields of `one` only. */
function isSameInput(one: FormValues, other: FormValues): boolean {
  return Object.keys(one).every((field) => one[field] === other[field])
}
