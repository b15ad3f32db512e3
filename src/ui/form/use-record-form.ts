import { type BaseSyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type UseFormRegisterReturn,
  useForm,
  type FieldErrors,
  type FieldError,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { setFieldValue, useFormDraft, type DraftPort, type FormValues } from './use-form-draft.ts'
import * as v from 'valibot'

export type Submission<Values, Parsed> = {
  /** Operation id, generated when the form opens and stored with its drafts; a second save with it counts as already done (fault A15). */
  opId: string
  /** The schema's output: texts trimmed, numbers converted. */
  parsed: Parsed
  values: Values
  /** The values the form opened with, for detecting changes and three-way merges. */
  opened: Values
}

/** The options of `useRecordForm`. */
export type RecordFormOptions<Values extends FormValues, Parsed> = {
  schema: GenericSchema<unknown, Parsed>
  /** Initial values, read once: a later pull does not change an open form (fault G19). */
  opened: Values
  /** Label of each field. Their order is the order of the fields on screen and of the error summary. */
  labels: FieldLabels<Values>
  /** Resolves to nothing on success, or to a refusal. */
  save: (submission: Submission<Values, Parsed>) => Promise<FormRefusal | void>
  /** Called after the draft is deleted, usually to navigate. Not called if the agent has already left the form. */
  onSaved?: (() => void) | undefined
  /** Shown above the form if `save` throws: 'Failed to create client. Please try again.' */
  failure: string
  /** Receives the error that `save` threw; may return a second sentence to show after `failure`. */
  onFailure?: ((error: unknown) => string | void) | undefined
  drafts?: DraftPort<Values> | undefined
  /** Called when the form has unsaved input. The returned function is called once the input is saved or the form is left. */
  whileDirty?: (() => () => void) | undefined
  /** An earlier refusal by the server: the form opens with these fields marked (fault H2). */
  refusal?: FormRefusal | null | undefined
  /** Generates operation ids; by default random UUIDs. */
  makeOpId?: (() => string) | undefined
}

/** What `useRecordForm` returns: what a form needs to show its fields, problems and state. */
export type RecordForm<Values extends FormValues, Parsed> = {
  formProps: { id: string; noValidate: true; onSubmit: (event?: BaseSyntheticEvent) => void }
  field: (name: keyof Values & string) => RecordFormField
  problems: FormProblem[]
  /** Increases with each submit, so that the same problems are announced again. */
  submitCount: number
  state: SaveState
  isDirty: boolean
  /** False while a stored draft is read, for at most 600 ms. */
  isDraftRead: boolean
  /** When the stored draft that the form opened with was typed, in epoch milliseconds; null without one. */
  draftTypedAt: number | null
  discardDraft: () => void
  /** Stores the draft now, before the camera opens or the page is reloaded (faults A1, A21). */
  saveDraft: () => Promise<void>
  opId: string
  form: Form<Values, Parsed>
}

type RecordFormField = UseFormRegisterReturn & { id: string; label: string; error: string | undefined }

export function useRecordForm<Values extends FormValues, Parsed>(
  options: RecordFormOptions<Values, Parsed>,
): RecordForm<Values, Parsed> {
  const { schema, labels, failure, drafts, whileDirty, refusal, makeOpId = () => crypto.randomUUID() } = options
  const formId = useId()

  const [identity, setIdentity] = useState(() => ({ opId: makeOpId(), opened: options.opened }))
  const saving = useSaving()

  const form = useForm<Values, unknown, Parsed>({
    resolver: valibotResolver<Values, Parsed>(schema),
    defaultValues: identity.opened as DefaultValues<Values>,
    // `RecordForm` moves the focus itself, after it has rendered the summary.
    shouldFocusError: false,
  })
  const { errors, isDirty, submitCount } = form.formState

  const draft = useFormDraft({ form, identity, setIdentity, drafts, saving })

  const isUnsaved = isDirty && saving.state !== 'saved'
  useEffect(() => (isUnsaved ? whileDirty?.() : undefined), [isUnsaved, whileDirty])

  useTypingAgain(form, saving, () => setIdentity((current) => ({ ...current, opId: makeOpId() })))
  useRevalidateRelatedFields(form, namesOf(labels))

  const isInitiallyRefused = useInitialRefusal(form, labels, refusal)

  function refuse(refused: FormRefusal): void {
    saving.enter('typing')
    showRefusal(form, labels, refused)
    void draft.saveNow()
  }

  const submit = form.handleSubmit(async (parsed) => {
    if (!saving.isTyping()) return
    saving.enter('saving')
    const values = form.getValues()
    try {
      const refused = await options.save({ ...identity, parsed, values })
      if (refused) return refuse(refused)
      await draft.forget()
      setIdentity((current) => ({ ...current, opened: values }))
      resetTo(form, values, () => saving.enter('saved'))
      if (saving.isMounted()) options.onSaved?.()
    } catch (error) {
      refuse({ message: failure, details: options.onFailure?.(error) || undefined })
    }
  })

  return {
    formProps: { id: formId, noValidate: true, onSubmit: (event) => void submit(event) },
    field: (name) => ({
      ...form.register(name as FieldPath<Values>),
      id: `${formId}-${name}`,
      label: labels[name],
      error: messageOf(errors[name]),
    }),
    problems: problemsOf(labels, errors),
    submitCount: submitCount + (isInitiallyRefused ? 1 : 0),
    state: saving.state,
    isDirty,
    isDraftRead: draft.isRead,
    draftTypedAt: draft.restoredFrom,
    discardDraft: draft.discard,
    saveDraft: draft.saveNow,
    opId: identity.opId,
    form,
  }
}

/** Resets the form to the saved values; text typed since then stays and is the next change. */
function resetTo<Values extends FormValues, Parsed>(
  form: Form<Values, Parsed>,
  saved: Values,
  onReset: () => void,
): void {
  const typed = form.getValues()
  // Without `keepFieldsRef` the form ignores typing until it renders again.
  form.reset(saved, { keepFieldsRef: true })
  onReset()
  for (const name of Object.keys(saved)) {
    if (typed[name] !== form.getValues(name as FieldPath<Values>)) setFieldValue(form, name, typed[name])
  }
}

type SaveState = 'typing' | 'saving' | 'saved'
type Saving = ReturnType<typeof useSaving>

function useSaving() {
  const [state, setState] = useState<SaveState>('typing')
  // A ref, because two submits in one frame must not both see 'typing'.
  const stateNow = useRef(state)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  function enter(next: SaveState): void {
    stateNow.current = next
    setState(next)
  }

  return {
    state,
    enter,
    isMounted: () => isMounted.current,
    isTyping: () => stateNow.current === 'typing',
    isSaved: () => stateNow.current === 'saved',
  }
}

/** Gives the next save a new operation id when the agent types after a save that did not leave the screen. */
function useTypingAgain<Values extends FormValues, Parsed>(
  form: Form<Values, Parsed>,
  saving: Saving,
  onNext: () => void,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (!saving.isSaved() || name === undefined) return
          onNext()
          saving.enter('typing')
        },
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- `saving` and `onNext` act the same after every render
    [form],
  )
}

function useInitialRefusal<Values extends FormValues, Parsed>(
  form: Form<Values, Parsed>,
  labels: FieldLabels<Values>,
  refusal: FormRefusal | null | undefined,
): boolean {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!refusal) return
    showRefusal(form, labels, refusal)
    setIsShown(true)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form opens
  }, [])
  return isShown
}

/** Validates fields with errors again when another field changes: an end before its start depends on both. */
function useRevalidateRelatedFields<Values extends FormValues, Parsed>(
  form: Form<Values, Parsed>,
  names: readonly (keyof Values & string)[],
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const wrong = (names as FieldPath<Values>[]).filter((other) => {
            const { error } = form.getFieldState(other)
            return other !== name && error !== undefined && error.type !== 'refused'
          })
          if (name !== undefined && wrong.length > 0) void form.trigger(wrong)
        },
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- a form's field names never change
    [form],
  )
}

/** Messages without a field go to `form`, because react-hook-form clears `root` before it reads the errors. */
function valibotResolver<Values extends FormValues, Parsed>(
  schema: v.GenericSchema<unknown, Parsed>,
): Resolver<Values, unknown, Parsed> {
  return (values) => {
    const parsed = v.safeParse(schema, values)
    if (parsed.success) return { values: parsed.output, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of parsed.issues) {
      const key = issue.path?.[0]?.key
      errors[typeof key === 'string' ? key : 'form'] ??= { type: issue.type, message: issue.message }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

export type Form<Values extends FormValues, Parsed> = UseFormReturn<Values, unknown, Parsed>

export type FieldLabels<Values extends FormValues> = Readonly<Record<keyof Values & string, string>>

/** Why a save was refused: for the whole form (`message`, then `details`) and by field name. */
export type FormRefusal = {
  message?: string | undefined
  details?: string | undefined
  fieldErrors?: Readonly<Record<string, string>> | undefined
}

type FormProblem = { name?: string | undefined; message: string }

/** Separates messages of the whole form, which react-hook-form stores as one text. */
const lineBreak = '\n'

/** Shows each message at its field; messages for unknown fields are shown for the whole form. */
function showRefusal<Values extends FormValues, Parsed>(
  form: Form<Values, Parsed>,
  labels: FieldLabels<Values>,
  refused: FormRefusal,
): void {
  const fields = namesOf(labels).filter((name) => refused.fieldErrors?.[name] !== undefined)
  const unknownFields = Object.entries(refused.fieldErrors ?? {}).filter(([name]) => !(name in labels))
  // Do not repeat a field's message for the whole form.
  const fieldMessages = new Set(fields.map((name) => refused.fieldErrors?.[name]))
  const messages = [refused.message, refused.details, ...unknownFields.map(([, message]) => message)]
  const formMessages = messages.filter((message) => message && !fieldMessages.has(message))
  for (const name of fields) {
    form.setError(name as FieldPath<Values>, { type: 'refused', message: refused.fieldErrors?.[name] ?? '' })
  }
  if (formMessages.length > 0) form.setError('form', { type: 'refused', message: formMessages.join(lineBreak) })
}

function problemsOf<Values extends FormValues>(
  labels: FieldLabels<Values>,
  errors: FieldErrors<Values>,
): FormProblem[] {
  const problems: FormProblem[] = namesOf(labels).flatMap((name) => {
    const message = messageOf(errors[name])
    return message === undefined ? [] : [{ name, message: withFieldLabel(labels[name], message) }]
  })
  const formMessage = messageOf(errors.form)
  if (formMessage !== undefined) problems.unshift(...formMessage.split(lineBreak).map((message) => ({ message })))
  return problems
}

function namesOf<Values extends FormValues>(labels: FieldLabels<Values>) {
  return Object.keys(labels) as (keyof Values & string)[]
}

function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  return typeof error.message === 'string' && error.message !== '' ? error.message : undefined
}

/** Prefixes the field's label unless the message has it: 'Enter a time.' is ambiguous in the summary. */
export function withFieldLabel(label: string, message: string): string {
  return message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`
}
