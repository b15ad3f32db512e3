import {
  type RefObject,
  useLayoutEffect,
  useRef,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useState,
} from 'react'
import { interests } from '#core/contract/showing.ts'
import { asksHowItWent, formatShowingState, isHalfSaid } from '#core/domain/visits/showing-life.ts'
import { hasPassed } from '#core/domain/time/wall-clock.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useIsPlainServer } from '#state/connection.ts'
import type { ShowingRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button } from '#ui/basics/button.tsx'
import { ChevronDownIcon, UndoIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { Choices } from './choices.tsx'
import styles from './showings.module.css'
import { useOutcome } from './use-outcome.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

/** What became of a showing: asked once it has begun, said in two taps, and changed in a sheet. */
export function ShowingOutcome({ showing }: { showing: ShowingRow }) {
  const now = useMinute()
  const save = useOutcome(showing)
  const isPlain = useIsPlainServer()
  const open = useOpenOutcome()
  const place = useRef<HTMLDivElement>(null)
  useFollowing(place, showing.key)
  const { status = 'Scheduled', interest = null, showing_date, start_time, end_time } = showing
  const which = `of the showing of ${formatDate(showing_date, now.today)}, ${formatTime(start_time)}`
  const isAsked = asksHowItWent(showing, now)

  function say(outcome: Outcome): void {
    // What was pressed goes; who goes by keys goes on with what is asked next.
    place.current?.focus()
    said = showing.key
    void save(outcome)
  }

  return (
    <div ref={place} tabIndex={-1} className={styles.outcome}>
      {isAsked ? (
        <Choices
          legend={
            <>
              {hasPassed(showing_date, end_time, now) ? 'How did it go?' : 'Outcome'}
              <VisuallyHidden> Outcome {which}</VisuallyHidden>
            </>
          }
          options={['Held', 'No-show', 'Cancelled'] as const}
          value=""
          onChoose={(next) => say({ status: next })}
        />
      ) : (
        <Button variant="quiet" className={styles.life} data-status={status} onClick={() => open(showing)}>
          {formatShowingState(showing)}
          <ChevronDownIcon size={16} />
          <VisuallyHidden> Change the outcome {which}</VisuallyHidden>
        </Button>
      )}
      {status === 'Held' && interest === null && <InterestChoices which={which} onSay={say} />}
      <Feedback showing={showing} />
      {isHalfSaid(showing) && interest !== null && (
        <Button variant="quiet" className={styles.add} onClick={() => open(showing)}>
          Add Feedback<VisuallyHidden> {which}</VisuallyHidden>
        </Button>
      )}
      {isPlain && status !== 'Scheduled' && <p className={styles.kept}>The outcome stays on this device.</p>}
    </div>
  )
}

/** What the buyer said; what is private is on no paper. */
function Feedback({ showing: { feedback = '', feedback_for_seller = '' } }: { showing: ShowingRow }) {
  return (
    <>
      {feedback_for_seller !== '' && <p className={styles.feedback}>“{feedback_for_seller}”</p>}
      {feedback !== '' && (
        <p className={styles.feedback} data-off-paper>
          Private: “{feedback}”
        </p>
      )}
    </>
  )
}

/** The showing of which something was said last. */
let said: LocalKey | null = null
/** The one that leaves its place on the page just now, because of what was said of it. */
let moved: LocalKey | null = null

/** Where the day puts a showing elsewhere once its outcome is said, what is asked next comes into sight and has the focus. */
function useFollowing(place: RefObject<HTMLElement | null>, key: LocalKey): void {
  useLayoutEffect(() => {
    if (moved === key) {
      place.current?.focus({ preventScroll: true })
      place.current?.scrollIntoView({ block: 'center' })
    }
    return () => {
      if (said !== key) return
      said = null
      moved = key
      // It comes back in the same paint, or not at all.
      queueMicrotask(() => (moved = null))
    }
  }, [place, key])
}

type Outcome = Parameters<ReturnType<typeof useOutcome>>[0]
type InterestChoicesProps = { which: string; onSay: (outcome: Outcome) => void }

function InterestChoices({ which, onSay }: InterestChoicesProps) {
  return (
    <Choices
      legend={
        <>
          Interest, 1 to 5<VisuallyHidden> {which}</VisuallyHidden>
        </>
      }
      options={interests.map(String)}
      wordsOf={(value) => `${value} of 5`}
      value=""
      onChoose={(value) => onSay({ interest: interests.find((one) => String(one) === value) ?? null })}
      more={
        <Button variant="quiet" onClick={() => onSay({ status: 'Scheduled' })}>
          <UndoIcon size={16} />
          Undo<VisuallyHidden> Held {which}</VisuallyHidden>
        </Button>
      }
    />
  )
}

const OutcomeSheet = lazy(() => import('./outcome-sheet.tsx').then((module) => ({ default: module.OutcomeSheet })))

const Opening = createContext<((showing: ShowingRow) => void) | null>(null)

/** Has the sheet of any showing inside, apart from the list, so that it stays open when its showing goes (fault G4). */
export function WithOutcomeSheet({ children }: { children: ReactNode }) {
  const [showing, setShowing] = useState<ShowingRow | null>(null)
  return (
    <Opening value={setShowing}>
      {children}
      {showing !== null && (
        <Suspense>
          <OutcomeSheet showing={showing} onClose={() => setShowing(null)} />
        </Suspense>
      )}
    </Opening>
  )
}

/** Opens the sheet of a showing's outcome. */
function useOpenOutcome(): (showing: ShowingRow) => void {
  const open = use(Opening)
  if (open === null) throw new Error('An outcome is shown outside of WithOutcomeSheet.')
  return open
}
