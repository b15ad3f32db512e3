import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { LockIcon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './hold-button.module.css'

/** Long enough that no curious finger gets there by chance. */
const holdMs = 1500

/** A button that answers to being held and not to a press: with a finger, a mouse, or a key. */
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
    clearTimeout(timer.current)
    setState((before) => (before === 'held' ? 'let-go' : before))
  }

  function keyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!event.repeat) hold()
  }

  return (
    <>
      <button
        type="button"
        className={styles.hold}
        data-state={state}
        aria-label={`${label}: press and hold`}
        onPointerDown={hold}
        onPointerUp={letGo}
        onPointerLeave={letGo}
        onPointerCancel={letGo}
        onKeyDown={keyDown}
        onKeyUp={letGo}
        onBlur={letGo}
        // A tablet would open its menu for images and links.
        onContextMenu={(event) => event.preventDefault()}
      >
        <LockIcon size={20} />
      </button>
      <VisuallyHidden>
        <span role="status">{state === 'let-go' ? 'Press and hold to leave.' : ''}</span>
      </VisuallyHidden>
    </>
  )
}
