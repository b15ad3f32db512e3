import { type ComponentProps, useState } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { Field, type FieldWords } from './field.tsx'
import styles from './field.module.css'

type PasswordFieldProps = FieldWords & Omit<ComponentProps<'input'>, keyof FieldWords | 'children' | 'type'>

/** A password with a button that shows what was typed. */
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
          {/* Its name leaves out the field's label, so that the label finds one thing only. */}
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
