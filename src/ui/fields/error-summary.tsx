import { type MouseEvent, useEffect, useRef } from 'react'
import styles from './error-summary.module.css'
import { CircleAlertIcon } from '#ui/icons/icon.tsx'
import { focusControl } from './field.tsx'

export type FieldErrorEntry = {
  /** The `name` of the field that was refused; left out when the whole form is meant. */
  name?: string | undefined
  message: string
}

type ErrorSummaryProps = {
  errors: readonly FieldErrorEntry[]
  /** Raise it with each refused submit, so that the summary takes the focus again. */
  attempt?: number
}

/** What was refused, at the top of its form; each line leads to its field. Nothing without errors. */
export function ErrorSummary({ errors, attempt = 0 }: ErrorSummaryProps) {
  // A new attempt is a new summary, which takes the focus and is read out again.
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
