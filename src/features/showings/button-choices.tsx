import type { ReactNode } from 'react'
import { Button } from '#ui/basics/button.tsx'
import styles from './showings.module.css'

type ChoicesProps<Value extends string> = {
  legend: ReactNode
  options: readonly Value[]
  /** The accessible name of an option, if it is not its value. */
  wordsOf?: (value: Value) => string
  value: Value | ''
  onChoose: (value: Value) => void
  /** Shown after the options. */
  more?: ReactNode
}

export function ButtonChoices<Value extends string>({
  legend,
  options,
  wordsOf,
  value,
  onChoose,
  more,
}: ChoicesProps<Value>) {
  return (
    // `data-press="once"`: the second tap of a double tap must not answer the next question.
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
