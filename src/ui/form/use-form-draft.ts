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
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    let isOpen = true
    const openedFirst = latest.current.identity.opened
    const { drafts } = latest.current
    if (drafts === undefined) return undefined
    const reading = drafts.inTurn(async () => {
      const found = await drafts.load()
      if (found === null || !isOpen || latest.current.isPaused()) return
      const opened = showDraft(form, openedFirst, found)
      if (opened === null) return
      latest.current.setIdentity({ opId: found.opId, opened })
      setRestoredFrom(found.savedAt)
    })
    void reading.then(() => setIsRead(true))
    const patience = setTimeout(() => setIsRead(true), patienceMs)
    const stopKeeping = keepDrafts(form, latest, drafts)
    return () => {
      isOpen = false
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
      const { identity, drafts, isPaused } = options
      if (isPaused()) return
      const draft = { ...identity, values: form.getValues(), savedAt: Date.now() }
      await drafts?.inTurn(() => drafts.save(draft))
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
  drafts: DraftPort<Values>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Writes that the device has not finished. */
  let unwritten = 0

  function keep(): void {
    timer = undefined
    const { identity, isPaused } = latest.current
    if (isPaused()) return
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
  function keepWhenHidden(): void {
    if (document.visibilityState === 'hidden') keepAtOnce()
  }
  function keepForReload(): void {
    if (timer === undefined && unwritten === 0) return
    const { identity, isPaused } = latest.current
    if (!isPaused()) drafts.saveForReload({ ...identity, values: form.getValues(), savedAt: Date.now() })
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
