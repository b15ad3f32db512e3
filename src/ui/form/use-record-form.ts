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
import { setText, useFormDraft, type DraftPort, type FormValues } from './use-form-draft.ts'
import * as v from 'valibot'

export type Submission<Values, Parsed> = {
  /** Made when the form opened and kept through drafts; the second save under one `opId` is "already done" (fault A15). */
  opId: string
  /** What the schema made of the input: trimmed, numbers as numbers. */
  parsed: Parsed
  /** What was typed. */
  values: Values
  /** What the form was opened with, for changes and three-way merges. */
  opened: Values
}

export type RecordFormOptions<Values extends FormValues, Parsed> = {
  schema: GenericSchema<unknown, Parsed>
  /** What the fields show at first. Read once: what a pull brings later does not change an open form (fault G19). */
  opened: Values
  /** The name of every field in words, in reading order: the order of the summary. */
  labels: Labels<Values>
  /** Resolves to nothing when it is done, to a refusal when fields or the whole are refused. */
  save: (submission: Submission<Values, Parsed>) => Promise<FormRefusal | void>
  /** Where to go next, once the save is done and its draft is gone; who has left meanwhile stays where they are. */
  onSaved?: (() => void) | undefined
  /** Shown above the form when `save` throws, 'Failed to create client. Please try again.' */
  failure: string
  /** Receives what `save` threw; may return a message that says more than `failure`. */
  onFailure?: ((error: unknown) => string | void) | undefined
  drafts?: DraftPort<Values> | undefined
  /** Called when something typed is not saved yet; the function it returns is called when it is saved or the form is left. */
  whileDirty?: (() => () => void) | undefined
  /** What the server refused earlier: the form opens with these fields marked (fault H2). */
  refusal?: FormRefusal | null | undefined
  makeOpId?: (() => string) | undefined
}

export type RecordForm<Values extends FormValues, Parsed> = {
  /** For the form element; `RecordForm` spreads it. */
  formProps: { id: string; noValidate: true; onSubmit: (event?: BaseSyntheticEvent) => void }
  /** For one field: name, id, label, error, ref and handlers, ready to spread on a `TextField` and its like. */
  field: (name: keyof Values & string) => RecordFormField
  problems: FormProblem[]
  /** Rises with each submit, so that the same problems are announced again. */
  submitCount: number
  state: SaveState
  isDirty: boolean
  /** Whether it is known if there is a draft. */
  isDraftRead: boolean
  /** When what is shown was typed before the form was opened; epoch milliseconds. */
  restoredFrom: number | null
  discardDraft: () => void
  /** Writes the draft now, before the camera opens or the page is reloaded (faults A1, A21). */
  saveDraft: () => Promise<void>
  opId: string
  /** For what `field` cannot say: `watch`, `setValue`, `control`. */
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
    // `RecordForm` moves the focus, after the summary was drawn.
    shouldFocusError: false,
  })
  const { errors, isDirty, submitCount } = form.formState

  const draft = useFormDraft({ form, identity, setIdentity, drafts, saving })

  const isUnsaved = isDirty && saving.state !== 'saved'
  useEffect(() => (isUnsaved ? whileDirty?.() : undefined), [isUnsaved, whileDirty])

  useTypingAgain(form, saving, () => setIdentity((current) => ({ ...current, opId: makeOpId() })))
  useCheckBeside(form, namesOf(labels))

  const isRefusedAtFirst = useRefusalAtFirst(form, labels, refusal)

  function refuse(refused: FormRefusal): void {
    saving.enter('typing')
    showRefusal(form, labels, refused)
    void draft.saveNow()
  }

  const submit = form.handleSubmit(async (parsed) => {
    // A second press while the first is under way, or after it is done, does nothing.
    if (!saving.isTyping()) return
    saving.enter('saving')
    const values = form.getValues()
    try {
      const refused = await options.save({ ...identity, parsed, values })
      if (refused) return refuse(refused)
      await draft.forget()
      // What was saved is what the form is compared with from now on.
      setIdentity((current) => ({ ...current, opened: values }))
      resetTo(form, values, () => saving.enter('saved'))
      if (saving.isHere()) options.onSaved?.()
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
    submitCount: submitCount + (isRefusedAtFirst ? 1 : 0),
    state: saving.state,
    isDirty,
    isDraftRead: draft.isRead,
    restoredFrom: draft.restoredFrom,
    discardDraft: draft.discard,
    saveDraft: draft.saveNow,
    opId: identity.opId,
    form,
  }
}

/** Compares the form with what was saved; what was typed since then stays, and is the next change. */
function resetTo<Values extends FormValues, Parsed>(
  form: Form<Values, Parsed>,
  saved: Values,
  onReset: () => void,
): void {
  const typed = form.getValues()
  // Without its fields it would ignore keys that are pressed before it is drawn again.
  form.reset(saved, { keepFieldsRef: true })
  onReset()
  for (const name of Object.keys(saved)) {
    if (typed[name] !== form.getValues(name as FieldPath<Values>)) setText(form, name, typed[name])
  }
}

type SaveState = 'typing' | 'saving' | 'saved'
type Saving = ReturnType<typeof useSaving>

/** Where a form is in being saved, and whether it is still on the screen. */
function useSaving() {
  const [state, setState] = useState<SaveState>('typing')
  // Read in the same tick as the press: two submits of one frame must not both see 'typing'.
  const stateNow = useRef(state)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function enter(next: SaveState): void {
    stateNow.current = next
    setState(next)
  }

  return {
    state,
    enter,
    isHere: () => isHere.current,
    isTyping: () => stateNow.current === 'typing',
    isSaved: () => stateNow.current === 'saved',
  }
}

/** Typing again after a save that stayed on the screen begins the next save. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- what they do does not change while the form is open
    [form],
  )
}

/** Marks what the server refused earlier; true once that is done. */
function useRefusalAtFirst<Values extends FormValues, Parsed>(
  form: Form<Values, Parsed>,
  labels: Labels<Values>,
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

/** What is wrong only beside another field, such as an end before its start, is looked at again when that one changes. */
function useCheckBeside<Values extends FormValues, Parsed>(
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
    // oxlint-disable-next-line react/exhaustive-deps -- `names` are the form's own and stay
    [form],
  )
}

/**
 * Lets a schema of the contract judge the form: the first message of each field stands beside it, messages that belong
 * to no field stand in the summary as `form` (the form library forgets `root` before it looks at the errors).
 */
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

/** The name of every field in words, in reading order. */
export type Labels<Values extends FormValues> = Readonly<Record<keyof Values & string, string>>

/** Why a save was refused: a sentence for the whole form, messages for single fields, or both. */
export type FormRefusal = {
  message?: string | undefined
  /** A second sentence for the whole form, in a line of its own. */
  details?: string | undefined
  fieldErrors?: Readonly<Record<string, string>> | undefined
}

/** A line of the summary, where a field's says which it is; `name` is missing when it belongs to the whole form. */
type FormProblem = { name?: string | undefined; message: string }

/** Between two messages of the whole form, which the form library keeps as one text. */
const lineBreak = '\n'

/** Each message beside its field; what belongs to none is said of the whole form. */
function showRefusal<Values extends FormValues, Parsed>(
  form: Form<Values, Parsed>,
  labels: Labels<Values>,
  refused: FormRefusal,
): void {
  const fields = namesOf(labels).filter((name) => refused.fieldErrors?.[name] !== undefined)
  const strangers = Object.entries(refused.fieldErrors ?? {}).filter(([name]) => !(name in labels))
  // A message that stands beside its field is not said a second time for the whole form.
  const beside = new Set(fields.map((name) => refused.fieldErrors?.[name]))
  const said = [refused.message, refused.details, ...strangers.map(([, message]) => message)]
  const whole = said.filter((message) => message && !beside.has(message))
  for (const name of fields) {
    form.setError(name as FieldPath<Values>, { type: 'refused', message: refused.fieldErrors?.[name] ?? '' })
  }
  if (whole.length > 0) form.setError('form', { type: 'refused', message: whole.join(lineBreak) })
}

/** Those of the whole form, then those of fields in their order. */
function problemsOf<Values extends FormValues>(labels: Labels<Values>, errors: FieldErrors<Values>): FormProblem[] {
  const problems: FormProblem[] = namesOf(labels).flatMap((name) => {
    const message = messageOf(errors[name])
    return message === undefined ? [] : [{ name, message: withItsField(labels[name], message) }]
  })
  const whole = messageOf(errors.form)
  if (whole !== undefined) problems.unshift(...whole.split(lineBreak).map((message) => ({ message })))
  return problems
}

function namesOf<Values extends FormValues>(labels: Labels<Values>) {
  return Object.keys(labels) as (keyof Values & string)[]
}

function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  return typeof error.message === 'string' && error.message !== '' ? error.message : undefined
}

/** 'Enter a time.' beside two times tells them apart; away from them it needs the name of its field. */
export function withItsField(label: string, message: string): string {
  return message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`
}
