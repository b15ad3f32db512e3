import { useRef } from 'react'
import type { Choice } from '#core/contract/survey.ts'
import { choiceValue } from '#core/survey/question-kinds.ts'
import { addPick, maxPicks, movePick, removePick } from '#core/survey/ranking.ts'
import { ArrowDownIcon, ArrowUpIcon, CloseIcon } from '#ui/icons/icon.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import styles from './question-card.module.css'

type RankingProps = {
  choices: readonly Choice[]
  /** The values of the ranked choices, the best first. */
  ranked: readonly string[]
  onRank: (ranked: readonly string[]) => void
}

/** Ranks the best three without dragging: a tap gives a choice the next rank; buttons move and remove ranked ones. */
export function Ranking({ choices, ranked, onRank }: RankingProps) {
  const list = useRef<HTMLDivElement>(null)
  const picked = ranked.flatMap((value) => choices.find((choice) => choiceValue(choice) === value) ?? [])
  const free = choices.filter((choice) => !ranked.includes(choiceValue(choice)))
  const isFull = ranked.length >= Math.min(maxPicks, choices.length)

  /** Moves the focus too, because the pressed button moves or disappears: to the first of the buttons in `places` that is enabled. */
  function rank(next: readonly string[], ...places: string[]) {
    onRank(next)
    requestAnimationFrame(() => {
      for (const place of places) {
        const button = list.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`)
        if (button === null || button === undefined || button.getAttribute('aria-disabled') === 'true') continue
        return button.focus()
      }
    })
  }

  return (
    <div className={styles.options} ref={list}>
      <p className={styles.hint} role="status">
        {placesLabel(ranked.length, Math.min(maxPicks, choices.length))}
      </p>
      {picked.length > 0 && (
        <ol className={styles.options} aria-label="Your ranking">
          {picked.map((choice, index) => (
            <Picked
              key={choiceValue(choice)}
              choice={choice}
              index={index}
              isLast={index === picked.length - 1}
              ranked={ranked}
              onRank={rank}
            />
          ))}
        </ol>
      )}
      <fieldset className={styles.free} aria-label="Tap to rank">
        {free.map((choice, index) => {
          const value = choiceValue(choice)
          const neighbour = free[index + 1] ?? free[index - 1] ?? choice
          return (
            <Free
              key={value}
              choice={choice}
              rank={isFull ? null : ranked.length + 1}
              onPick={() => rank(addPick(ranked, value), `free ${choiceValue(neighbour)}`, `remove ${value}`)}
            />
          )
        })}
      </fieldset>
    </div>
  )
}

type PickedProps = {
  choice: Choice
  index: number
  isLast: boolean
  ranked: readonly string[]
  /** `places` are `data-place` values of buttons, for the focus. */
  onRank: (next: readonly string[], ...places: string[]) => void
}

function Picked({ choice, index, isLast, ranked, onRank }: PickedProps) {
  const value = choiceValue(choice)
  return (
    <li className={styles.rank} data-rank={index + 1}>
      <span className={styles.number} aria-hidden>
        {index + 1}
      </span>
      <span className={styles.choice}>{choice.choice_text}</span>
      <IconButton
        label={`Move up: ${choice.choice_text}`}
        data-place={`up ${value}`}
        aria-disabled={index === 0}
        onClick={() => onRank(movePick(ranked, value, -1), `up ${value}`, `down ${value}`)}
      >
        <ArrowUpIcon />
      </IconButton>
      <IconButton
        label={`Move down: ${choice.choice_text}`}
        data-place={`down ${value}`}
        aria-disabled={isLast}
        onClick={() => onRank(movePick(ranked, value, 1), `down ${value}`, `up ${value}`)}
      >
        <ArrowDownIcon />
      </IconButton>
      <IconButton
        label={`Remove: ${choice.choice_text}`}
        data-place={`remove ${value}`}
        onClick={() => onRank(removePick(ranked, value), `free ${value}`)}
      >
        <CloseIcon />
      </IconButton>
    </li>
  )
}

type FreeProps = {
  choice: Choice
  /** The rank that a tap gives; null if all ranks are taken. */
  rank: number | null
  onPick: () => void
}

function Free({ choice, rank, onPick }: FreeProps) {
  return (
    <button
      type="button"
      className={styles.rank}
      data-place={`free ${choiceValue(choice)}`}
      aria-disabled={rank === null}
      aria-label={rank === null ? undefined : `${choice.choice_text}, place as rank ${rank}`}
      onClick={() => rank !== null && onPick()}
    >
      <span className={styles.number} aria-hidden>
        {rank}
      </span>
      <span className={styles.choice}>{choice.choice_text}</span>
    </button>
  )
}

function placesLabel(placed: number, places: number): string {
  const left = places - placed
  if (placed === 0) return `Tap the ${places === 3 ? 'three' : places} that come first, the best one first.`
  if (left === 0) return `Rank ${placed} of ${places} placed. Remove one to choose another.`
  return `Rank ${placed} of ${places} placed. Tap ${left === 1 ? 'one' : 'two'} more.`
}
