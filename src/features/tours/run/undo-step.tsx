import type { TourStep } from '#core/contract/tour-step.ts'
import { Button } from '#ui/basics/button.tsx'
import { UndoIcon } from '#ui/icons/icon.tsx'
import styles from './tour-run.module.css'
import type { useRunSteps } from './use-run-steps.ts'

type UndoStepProps = { step: TourStep; note: ReturnType<typeof useRunSteps>['note']; children: string }

/** Takes the last tap back; that is a step of its own. */
export function UndoStep({ step, note, children }: UndoStepProps) {
  return (
    <Button
      variant="quiet"
      className={styles.undo}
      data-press="once"
      onClick={() => void note({ kind: 'undone', stop_id: step.stop_id, undoes: step.id })}
    >
      <UndoIcon size={18} />
      {children}
    </Button>
  )
}
