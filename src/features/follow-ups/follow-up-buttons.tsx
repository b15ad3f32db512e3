import { useState } from 'react'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { Button } from '#ui/basics/button.tsx'
import { Sheet } from '#ui/dialogs/sheet.tsx'
import { TextField } from '#ui/fields/field.tsx'
import styles from './follow-ups.module.css'
import { thenMoveFocus } from '#ui/hooks/move-focus.ts'

type LaterProps = {
  /** Whom or what it is about, for screen readers. */
  about: string
  today: string
  onChoose: (date: string) => void
}

/** Three years: a day beyond that is a slip of the finger, after which nobody would be reminded. */
const longestDays = 3 * 365

/** Puts something off: to tomorrow, to next week, or to a day. */
export function Later({ about, today, onChoose }: LaterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [day, setDay] = useState(addDays(today, 1))
  const latest = addDays(today, longestDays)
  function choose(date: string) {
    setIsOpen(false)
    onChoose(date)
  }
  return (
    <>
      <Button aria-label={`Later: ${about}`} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Later
      </Button>
      <Sheet open={isOpen} title="Remind me when?" onClose={() => setIsOpen(false)}>
        <div className={styles.days}>
          <Button onClick={() => choose(addDays(today, 1))}>Tomorrow</Button>
          <Button onClick={() => choose(addDays(today, 7))}>Next week</Button>
          <form
            className={styles.day}
            onSubmit={(event) => {
              event.preventDefault()
              if (day >= today && day <= latest) choose(day)
            }}
          >
            <TextField
              label="On a day"
              type="date"
              min={today}
              required
              value={day}
              onChange={(event) => setDay(event.target.value)}
              max={latest}
            />
            <Button type="submit">Choose</Button>
          </form>
        </div>
      </Sheet>
    </>
  )
}

type DoneProps = {
  /** Whom or what it is about, for screen readers. */
  about: string
  onPress: () => void
}

/** Ticks a row off, which goes then. */
export function Done({ about, onPress }: DoneProps) {
  return (
    <Button aria-label={`Done: ${about}`} data-press="once" onClick={thenMoveFocus(() => onPress())}>
      Done
    </Button>
  )
}
