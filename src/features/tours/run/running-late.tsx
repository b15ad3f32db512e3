import { useState } from 'react'
import { type RunStop, runOf } from '#core/domain/tour-run.ts'
import { timeInWords } from '#core/domain/wall-clock.ts'
import type { TourRow } from '#storage/rows.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { ShownStop } from '../tour-stops.ts'
import styles from './running-late.module.css'
import { useRunSteps } from './use-run-steps.ts'

const choices = [5, 10, 15]

type RunningLateProps = { tour: TourRow & { stops: ShownStop[] }; current: RunStop<ShownStop> }

/** Moves what follows; what that means is shown before it is noted. */
export function RunningLate({ tour, current }: RunningLateProps) {
  const { note, stepOf } = useRunSteps(tour)
  const [minutes, setMinutes] = useState<number | null>(null)
  const late = { kind: 'late', stop_id: current.name, minutes } as const
  const preview = minutes === null ? null : runOf<ShownStop>({ ...tour, steps: [...(tour.steps ?? []), stepOf(late)] })

  async function apply(): Promise<void> {
    setMinutes(null)
    await note(late)
  }

  return (
    <Card title="Running late" actions={<span className={styles.hint}>moves what follows</span>}>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Button
            key={choice}
            size="large"
            aria-pressed={minutes === choice}
            aria-label={`${choice} minutes late`}
            onClick={() => setMinutes(minutes === choice ? null : choice)}
          >
            +{choice}
          </Button>
        ))}
      </div>
      <output className={styles.preview}>{preview === null ? '' : previewInWords(runOf(tour), preview)}</output>
      {preview !== null && (
        <Button className={styles.apply} size="large" onClick={() => void apply()}>
          Apply
        </Button>
      )}
    </Card>
  )
}

/** "Stop 2 at 11:55 AM, stop 3 at 1:40 PM. Stop 4 stays at 2:45 PM." */
function previewInWords(before: readonly RunStop<unknown>[], after: readonly RunStop<ShownStop>[]): string {
  const open = after.filter(({ state }) => state === 'coming' || state === 'here')
  const moved = open.filter((stop) => timeOf(stop) !== timeOf(before.find(({ name }) => name === stop.name)))
  const stays = open.filter((stop) => !moved.includes(stop))
  const said = (stop: RunStop<ShownStop>, verb: string) =>
    `stop ${stop.stop.order} ${verb} ${timeInWords(timeOf(stop))}`
  const parts = [
    moved.map((stop) => said(stop, stop.state === 'here' ? 'until' : 'at')).join(', '),
    stays.map((stop) => said(stop, stop.state === 'here' ? 'stays until' : 'stays at')).join(', '),
  ]
  return parts
    .filter((part) => part !== '')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
    .join(' ')
}

function timeOf(stop: RunStop<unknown> | undefined): string {
  if (stop === undefined) return ''
  return stop.state === 'here' ? stop.departure : stop.arrival
}
