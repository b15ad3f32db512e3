import type { ReactNode } from 'react'
import { Button } from '#ui/basics/button.tsx'
import styles from './showings.module.css'

type ChoicesProps<Value extends string> = {
  /** Stands before the choices. */
  legend: ReactNode
  options: readonly Value[]
  /** What each reads, where that is not its value. */
  wordsOf?: (value: Value) => string
  /** What is chosen; '' for nothing. */
  value: Value | ''
  onChoose: (value: Value) => void
  /** Stands after the choices. */
  more?: ReactNode
}

/** One of few, each with a button of its own. */
export function Choices<Value extends string>({
  legend,
  options,
  wordsOf,
  value,
  onChoose,
  more,
}: ChoicesProps<Value>) {
  return (
    // A second tap of a double one would answer what is asked next.
    <fieldset className={styles.choices} data-press="once">
      <legend>{legend}</legend>
      <div className={styles.buttons}>
        {options.map((option) => (
          <Button
            key={option}
            aria-label={wordsOf?.(option)}
            aria-pressed={option === value}
            onClick={() => onChoose(option)}
          >
            {option}
          </Button>
        ))}
        {more}
      </div>
    </fieldset>
  )
}
