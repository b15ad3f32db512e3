import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form'
import { isSameInput, layDraftOver } from './form-draft.ts'
import type { DraftPort, FormDraft, FormValues } from './form-draft.ts'

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
  /** While a save runs or is done, nothing is written: it would come back as a draft of what is already saved. */
  isPaused: () => boolean
}

/** Keeps what is typed: on a short timer, when the page is hidden, and back again when the form is reopened (fault A1). */
export function useFormDraft<Values extends FormValues, Parsed>(options: FormDraftOptions<Values, Parsed>) {
  const { form } = options
  const [restoredFrom, setRestoredFrom] = useState<number | null>(null)
  const [isRead, setIsRead] = useState(options.drafts === undefined)
  const [afterTheLast] = useState(oneAfterTheOther)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    let isOpen = true
    const openedFirst = latest.current.identity.opened
    void afterTheLast(async () => {
      const found = await latest.current.drafts?.load()
      if (!found || !isOpen || latest.current.isPaused()) return
      const opened = showDraft(form, openedFirst, found)
      if (opened === null) return
      latest.current.setIdentity({ opId: found.opId, opened })
      setRestoredFrom(found.savedAt)
    }).then(() => setIsRead(true))
    const patience = setTimeout(() => setIsRead(true), patienceMs)
    const stopKeeping = keepDrafts(form, latest, afterTheLast)
    return () => {
      isOpen = false
      clearTimeout(patience)
      stopKeeping()
    }
  }, [form, afterTheLast])

  function remove(): Promise<void> {
    setRestoredFrom(null)
    return afterTheLast(async () => options.drafts?.delete())
  }

  return {
    /** Whether the draft was read, or reading it took too long. */
    isRead,
    restoredFrom,
    saveNow: async () => {
      if (options.isPaused()) return
      const draft = { ...options.identity, values: form.getValues(), savedAt: Date.now() }
      await afterTheLast(async () => options.drafts?.save(draft))
    },
    /** After a save: what is on the device needs no draft. */
    forget: remove,
    discard: () => {
      form.reset(options.identity.opened)
      void remove()
    },
  }
}

/** Gives back what the form is compared with from now on; null where the draft says nothing new. */
function showDraft<Values extends FormValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  openedFirst: Values,
  found: FormDraft<Values>,
): Values | null {
  const { opened, values } = layDraftOver(openedFirst, found)
  if (isSameInput(opened, values)) return null
  // What was typed while the draft was being read is newer than the draft.
  const typedMeanwhile = form.getValues()
  // A form that opened with refused fields keeps them marked.
  form.reset(opened, { keepErrors: true })
  for (const name of Object.keys(values)) {
    const isTouched = typedMeanwhile[name] !== openedFirst[name]
    const text = isTouched ? typedMeanwhile[name] : values[name]
    // Not what it opened with: a field before it may have changed it, such as a start that takes the end along.
    if (text !== form.getValues(name as FieldPath<Values>)) setText(form, name, text)
  }
  return opened
}

/** Keeps a draft of every change until it is stopped, which keeps the last one. */
function keepDrafts<Values extends FormValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  latest: RefObject<FormDraftOptions<Values, Parsed>>,
  afterTheLast: OneAfterTheOther,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Writes that the device has not finished. */
  let unwritten = 0

  function keep(): void {
    timer = undefined
    const { identity, drafts, isPaused } = latest.current
    if (isPaused()) return
    const values = form.getValues()
    unwritten += 1
    void afterTheLast(async () => {
      if (isSameInput(identity.opened, values)) await drafts?.delete()
      else await drafts?.save({ ...identity, values, savedAt: Date.now() })
    }).then(() => (unwritten -= 1))
  }
  function keepAtOnce(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    keep()
  }
  function keepWhenHidden(): void {
    if (document.visibilityState === 'hidden') keepAtOnce()
  }
  function keepForReload(): void {
    if (timer === undefined && unwritten === 0) return
    const { identity, drafts, isPaused } = latest.current
    if (!isPaused()) drafts?.saveForReload({ ...identity, values: form.getValues(), savedAt: Date.now() })
    keepAtOnce()
  }

  const unsubscribe = form.subscribe({
    formState: { values: true },
    callback: ({ name }) => {
      // A reset names no field, and is no typing.
      if (name === undefined) return
      // Counted from the first change since the last time: who types without a pause loses no more than others.
      timer ??= setTimeout(keep, autosaveMs)
    },
  })
  document.addEventListener('visibilitychange', keepWhenHidden)
  window.addEventListener('pagehide', keepForReload)
  return () => {
    keepAtOnce()
    unsubscribe()
    document.removeEventListener('visibilitychange', keepWhenHidden)
    window.removeEventListener('pagehide', keepForReload)
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

type OneAfterTheOther = (work: () => Promise<void>) => Promise<void>

/**
 * Runs each work after the one before: a draft that is still being written must not come back after it was deleted.
 * A draft is a help: when the device cannot keep it, the form still works.
 */
export function oneAfterTheOther(): OneAfterTheOther {
  let last = Promise.resolve()
  return (work) => {
    last = last.then(work).catch((error: unknown) => console.warn('The draft could not be kept.', error))
    return last
  }
}
