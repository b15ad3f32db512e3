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
import { needsOutcome, formatShowingState, lacksFeedback } from '#core/domain/visits/showing-status.ts'
import { hasPassed } from '#core/domain/time/wall-clock.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useIsPlainServer } from '#state/connection.ts'
import type { ShowingRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button } from '#ui/basics/button.tsx'
import { ChevronDownIcon, UndoIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { ButtonChoices } from './button-choices.tsx'
import styles from './showings.module.css'
import { useOutcome } from './use-outcome.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

/** Shows a showing's outcome. Once the showing has begun, asks for its outcome, which takes two taps. A sheet edits the outcome. */
export function ShowingOutcome({ showing }: { showing: ShowingRow }) {
  const now = useMinute()
  const save = useOutcome(showing)
  const isPlain = useIsPlainServer()
  const open = useOpenOutcome()
  const container = useRef<HTMLDivElement>(null)
  useFollowing(container, showing.key)
  const { status = 'Scheduled', interest = null, showing_date, start_time, end_time } = showing
  // Screen readers read each button alone, so its name says which showing it is for.
  const which = `of the showing of ${formatDate(showing_date, now.today)}, ${formatTime(start_time)}`
  const isAsked = needsOutcome(showing, now)

  function giveOutcome(outcome: Outcome): void {
    // The pressed button disappears. Focuses its container, so that Tab continues with the next question.
    container.current?.focus()
    lastAnswered = showing.key
    void save(outcome)
  }

  return (
    <div ref={container} tabIndex={-1} className={styles.outcome}>
      {isAsked ? (
        <ButtonChoices
          legend={
            <>
              {hasPassed(showing_date, end_time, now) ? 'How did it go?' : 'Outcome'}
              <VisuallyHidden> Outcome {which}</VisuallyHidden>
            </>
          }
          options={['Held', 'No-show', 'Cancelled'] as const}
          value=""
          onChoose={(next) => giveOutcome({ status: next })}
        />
      ) : (
        <Button variant="quiet" className={styles.life} data-status={status} onClick={() => open(showing)}>
          {formatShowingState(showing)}
          <ChevronDownIcon size={16} />
          <VisuallyHidden> Change the outcome {which}</VisuallyHidden>
        </Button>
      )}
      {status === 'Held' && interest === null && <InterestChoices which={which} onChoose={giveOutcome} />}
      <Feedback showing={showing} />
      {lacksFeedback(showing) && interest !== null && (
        <Button variant="quiet" className={styles.add} onClick={() => open(showing)}>
          Add Feedback<VisuallyHidden> {which}</VisuallyHidden>
        </Button>
      )}
      {isPlain && status !== 'Scheduled' && <p className={styles.kept}>The outcome stays on this device.</p>}
    </div>
  )
}

/** The buyer's feedback; the private part is not printed. */
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

let lastAnswered: LocalKey | null = null
/** The showing that is just moving to another place on the page, because of its new outcome. */
let moving: LocalKey | null = null

/** If its new outcome moves a showing elsewhere on the page, moves focus and view along. */
function useFollowing(container: RefObject<HTMLElement | null>, key: LocalKey): void {
  useLayoutEffect(() => {
    if (moving === key) {
      container.current?.focus({ preventScroll: true })
      container.current?.scrollIntoView({ block: 'center' })
    }
    return () => {
      if (lastAnswered !== key) return
      lastAnswered = null
      moving = key
      // A showing that moves mounts again in the same React commit.
      queueMicrotask(() => (moving = null))
    }
  }, [container, key])
}

type Outcome = Parameters<ReturnType<typeof useOutcome>>[0]
type InterestChoicesProps = { which: string; onChoose: (outcome: Outcome) => void }

function InterestChoices({ which, onChoose }: InterestChoicesProps) {
  return (
    <ButtonChoices
      legend={
        <>
          Interest, 1 to 5<VisuallyHidden> {which}</VisuallyHidden>
        </>
      }
      options={interests.map(String)}
      wordsOf={(value) => `${value} of 5`}
      value=""
      onChoose={(value) => onChoose({ interest: interests.find((one) => String(one) === value) ?? null })}
      more={
        <Button variant="quiet" onClick={() => onChoose({ status: 'Scheduled' })}>
          <UndoIcon size={16} />
          Undo<VisuallyHidden> Held {which}</VisuallyHidden>
        </Button>
      }
    />
  )
}

const OutcomeSheet = lazy(() => import('./outcome-sheet.tsx').then((module) => ({ default: module.OutcomeSheet })))

const OpenOutcomeSheet = createContext<((showing: ShowingRow) => void) | null>(null)

/** Shows the outcome sheet outside the list, so that it stays open if its showing is removed (fault G4). */
export function WithOutcomeSheet({ children }: { children: ReactNode }) {
  const [showing, setShowing] = useState<ShowingRow | null>(null)
  return (
    <OpenOutcomeSheet value={setShowing}>
      {children}
      {showing !== null && (
        <Suspense>
          <OutcomeSheet showing={showing} onClose={() => setShowing(null)} />
        </Suspense>
      )}
    </OpenOutcomeSheet>
  )
}

function useOpenOutcome(): (showing: ShowingRow) => void {
  const open = use(OpenOutcomeSheet)
  if (open === null) throw new Error('An outcome is shown outside of WithOutcomeSheet.')
  return open
}
