import { useEffect, useId, useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { KeyIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './door-card.module.css'

const shownMs = 60_000

type DoorCodesProps = { codes: readonly { name: string; code: string }[]; address: string }

/** Codes behind a press: hidden again after a minute, when the page is hidden, and when the screen is left. */
export function DoorCodes({ codes, address }: DoorCodesProps) {
  const [isShown, setIsShown] = useState(false)
  const id = useId()
  useEffect(() => {
    if (!isShown) return
    const hide = () => setIsShown(false)
    const timer = setTimeout(hide, shownMs)
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [isShown])
  if (codes.length === 0) return null
  return (
    <div className={styles.codes}>
      <Button size="large" aria-expanded={isShown} aria-controls={id} onClick={() => setIsShown(!isShown)}>
        <KeyIcon size={20} />
        {isShown ? 'Hide codes' : 'Show codes'}
        <VisuallyHidden> of {address}</VisuallyHidden>
      </Button>
      <dl id={id} className={styles.shownCodes} hidden={!isShown}>
        {isShown &&
          codes.map(({ name, code }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{code}</dd>
            </div>
          ))}
      </dl>
      <VisuallyHidden>
        <span role="status">{isShown ? 'The codes are shown for one minute.' : ''}</span>
      </VisuallyHidden>
    </div>
  )
}
