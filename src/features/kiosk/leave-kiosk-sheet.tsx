import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
} from 'react'
import { pinPauseEnd, tryPin } from '#storage/kiosk/kiosk-pin.ts'
import { Button } from '#ui/basics/button.tsx'
import { DialogActions, Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { PasswordField, TextField } from '#ui/fields/field.tsx'
import { useCountdown } from '#ui/hooks/use-countdown.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { endKiosk, unlockWithPassword } from './kiosk-commands.ts'
import styles from './kiosk.module.css'
import { formatCount } from '#core/format/numbers.ts'

type LeaveKioskSheetProps = {
  title: string
  unsentNotice?: ReactNode
  onClose: () => void
  onLeave: () => void
}

/** The sheet closes after this time without input, so that the next visitor does not find it open. */
const sheetSeconds = 30

export function LeaveKioskSheet({ title, unsentNotice, onClose, onLeave }: LeaveKioskSheetProps) {
  const [method, setMethod] = useState<'pin' | 'password'>('pin')
  const { restart } = useCountdown({ seconds: sheetSeconds, onEnd: onClose })
  const leave = () => endKiosk(onLeave)
  return (
    <Sheet open title={`Leave ${title}`} onClose={onClose}>
      <div onInput={restart} className={styles.ways}>
        <p className={styles.waiting}>{unsentNotice}</p>
        {method === 'pin' ? <PinForm onUnlocked={leave} /> : <PasswordForm onUnlocked={leave} />}
        <Button variant="quiet" onClick={() => setMethod(method === 'pin' ? 'password' : 'pin')}>
          {method === 'pin' ? 'Forgot your PIN?' : 'Use your PIN'}
        </Button>
      </div>
    </Sheet>
  )
}

/** If a key held the button that opened the sheet, the PIN field gets the focus while the key repeats, which must not submit the form. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

function PinForm({ onUnlocked }: { onUnlocked: () => void }) {
  const [pausedUntil, setPausedUntil] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const [isTrying, setIsTrying] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const now = useNow(pausedUntil !== null)
  const secondsPaused = Math.max(0, Math.ceil(((pausedUntil ?? now) - now) / 1000))

  useEffect(() => {
    field.current?.focus()
    // A pause after wrong PINs is stored, so that a reload does not end it.
    void pinPauseEnd(Date.now()).then(setPausedUntil)
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const pin = new FormData(form).get('pin')
    if (secondsPaused > 0 || typeof pin !== 'string') return
    if (pin.trim() === '') return setError('Enter your PIN.')
    setIsTrying(true)
    try {
      const trial = await tryPin(pin.trim(), Date.now())
      if (trial.outcome === 'right') return onUnlocked()
      form.reset()
      setPausedUntil(trial.outcome === 'paused' ? trial.until : null)
      setError(trial.outcome === 'wrong' ? wrongPin(trial.triesLeft) : undefined)
    } catch {
      setError(leaveFailedMessage)
    } finally {
      setIsTrying(false)
    }
    field.current?.focus()
  }

  const paused = secondsPaused > 0 ? `Too many wrong PINs. Try again in ${secondsPaused} s.` : undefined
  return (
    <form className={styles.leaveForm} noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <PinField ref={field} name="pin" label="PIN" error={paused ?? error} onKeyDown={ignoreHeldKey} required />
      <DialogActions>
        <Button
          type="submit"
          variant="primary"
          busy={isTrying}
          busyLabel="Checking..."
          aria-disabled={secondsPaused > 0 || undefined}
        >
          Leave
        </Button>
      </DialogActions>
    </form>
  )
}

function PasswordForm({ onUnlocked }: { onUnlocked: () => void }) {
  const [error, setError] = useState<string>()
  const [isTrying, setIsTrying] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    if (typeof password !== 'string' || password === '') return setError('Enter your password.')
    setIsTrying(true)
    try {
      const refused = await unlockWithPassword(password)
      if (refused === null) return onUnlocked()
      setError(refused)
    } catch {
      setError(leaveFailedMessage)
    } finally {
      setIsTrying(false)
    }
  }

  return (
    <form className={styles.leaveForm} noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <p>When online, your account password works too.</p>
      <PasswordField name="password" label="Password" autoComplete="off" error={error} required />
      <DialogActions>
        <Button type="submit" variant="primary" busy={isTrying} busyLabel="Checking...">
          Leave
        </Button>
      </DialogActions>
    </form>
  )
}

const leaveFailedMessage = 'Couldn’t exit the kiosk. Please try again.'

function wrongPin(triesLeft: number): string {
  return `Wrong PIN. ${formatCount(triesLeft, 'try', 'tries')} left.`
}

type PinFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoComplete'>

/** A masked field, but not a password field: browsers would store the PIN and fill it in for the next visitor. */
export function PinField(props: PinFieldProps) {
  return (
    <div className={styles.pin}>
      <TextField {...props} inputMode="numeric" autoComplete="off" maxLength={8} spellCheck={false} />
    </div>
  )
}
