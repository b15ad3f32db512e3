import { type ReactNode, useId, type ComponentProps, useState, type MouseEvent, useEffect, useRef } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './field.module.css'
import { CircleAlertIcon } from '#ui/icons/icon.tsx'

export type FieldWords = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

type ControlAttributes = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = FieldWords & {
  id?: string | undefined
  className?: string | undefined
  children: (control: ControlAttributes) => ReactNode
}

export function Field({ label, hint, error, id, className, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const hasHint = hint !== undefined && hint !== null && hint !== ''
  const describedBy = [error && errorId, hasHint && hintId].filter(Boolean).join(' ')
  return (
    <div className={classNames(styles.field, className)} data-field>
      <label className={styles.label} htmlFor={controlId}>
        {label}
      </label>
      {children({
        id: controlId,
        className: styles.control ?? '',
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hasHint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** An error with an icon and text, never color alone. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <CircleAlertIcon size={18} />
      <span>{children}</span>
    </p>
  )
}

type TextFieldProps = FieldWords & Omit<ComponentProps<'input'>, keyof FieldWords | 'children'>

export function TextField({ label, hint, error, id, className, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => <input enterKeyHint="done" {...input} {...control} type={type} />}
    </Field>
  )
}

type TextAreaProps = FieldWords & Omit<ComponentProps<'textarea'>, keyof FieldWords | 'children'>

export function TextArea({ label, hint, error, id, className, rows = 5, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => <textarea {...textarea} {...control} rows={rows} />}
    </Field>
  )
}

/** Props for another person's email address: no autofill, capitalization or spell check. */
export const otherPersonEmailProps = {
  type: 'email',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

export function focusField(form: HTMLFormElement | null, name: string): void {
  focusControl(form?.elements.namedItem(name))
}

function focusControl(control: Element | RadioNodeList | null | undefined): void {
  const field = control instanceof RadioNodeList ? control[0] : control
  if (!(field instanceof HTMLElement)) return
  field.focus()
  // `focus` scrolls to the control only; the bottom actions would cover the error below it.
  field.closest('[data-field]')?.scrollIntoView({ block: 'nearest' })
}

type PasswordFieldProps = FieldWords & Omit<ComponentProps<'input'>, keyof FieldWords | 'children' | 'type'>

export function PasswordField({ label, hint, error, id, className, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => (
        <div className={styles.affixed}>
          <input
            autoCapitalize="none"
            enterKeyHint="go"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={classNames(control.className, styles.secret)}
          />
          {/* The name omits the field's label, so that the label matches only the input. */}
          <button
            type="button"
            className={styles.reveal}
            aria-controls={control.id}
            aria-label={isShown ? 'Hide characters' : 'Show characters'}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  )
}

/** An error of the field with this `name`; without a name, an error of the whole form. */
export type FieldErrorEntry = {
  name?: string | undefined
  message: string
}

type ErrorSummaryProps = {
  errors: readonly FieldErrorEntry[]
  /** Increment it with each refused submit, so that the summary takes the focus again. */
  attempt?: number
}

export function ErrorSummary({ errors, attempt = 0 }: ErrorSummaryProps) {
  return errors.length > 0 ? <Summary key={attempt} errors={errors} /> : null
}

function Summary({ errors }: { errors: readonly FieldErrorEntry[] }) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className={styles.summary} ref={summary} role="alert" tabIndex={-1}>
      <CircleAlertIcon />
      <ul className={styles.list}>
        {errors.map(({ name, message }) => (
          <li key={`${name} ${message}`}>
            {name ? (
              <a className={styles.link} href={`#${name}`} onClick={(event) => goToField(event, name)}>
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function goToField(event: MouseEvent<HTMLAnchorElement>, name: string) {
  event.preventDefault()
  const form = event.currentTarget.closest('form')
  focusControl(form?.elements.namedItem(name) ?? document.getElementsByName(name)[0])
}
