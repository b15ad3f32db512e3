import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { LockIcon } from '#ui/icons/icon.tsx'
import styles from './hold-button.module.css'

/** Long enough that no curious finger gets there by chance. */
const holdMs = 1500
/** How long a mere press shows what it takes. */
const wordsMs = 2000

/** A button that answers to being held: with a finger, a mouse, or a key. A press shows the ring filling, and says so. */
export function HoldButton({ label, onHeld }: { label: string; onHeld: () => void }) {
  const [state, setState] = useState<'idle' | 'held' | 'let-go'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function hold() {
    clearTimeout(timer.current)
    setState('held')
    timer.current = setTimeout(() => {
      setState('idle')
      onHeld()
    }, holdMs)
  }

  function letGo() {
    if (state !== 'held') return
    clearTimeout(timer.current)
    setState('let-go')
    timer.current = setTimeout(() => setState('idle'), wordsMs)
  }

  function keyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!event.repeat) hold()
  }

  return (
    <div className={styles.place}>
      <button
        type="button"
        className={styles.hold}
        data-state={state}
        aria-label={`${label}: press and hold`}
        onPointerDown={hold}
        onPointerUp={letGo}
        onPointerLeave={letGo}
        onPointerCancel={letGo}
        // The click of a finger that is lifted would press what has opened under it meanwhile.
        onTouchEnd={(event) => event.preventDefault()}
        onKeyDown={keyDown}
        onKeyUp={letGo}
        onBlur={letGo}
        // A tablet would open its menu for images and links.
        onContextMenu={(event) => event.preventDefault()}
      >
        <LockIcon size={20} />
        <svg className={styles.ring} viewBox="0 0 44 44" aria-hidden focusable={false}>
          <circle cx="22" cy="22" r="20" pathLength="1" />
        </svg>
      </button>
      <span role="status" className={styles.words}>
        {state === 'let-go' ? 'Press and hold to leave.' : ''}
      </span>
    </div>
  )
}
