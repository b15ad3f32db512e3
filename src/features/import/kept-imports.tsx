import { useState } from 'react'
import type { KeptImport } from '#core/import/make-import.ts'
import { momentInWords } from '#core/domain/time/moment-words.ts'
import { tellFailure } from '#records/saving/tell-failure.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { countInWords } from './import-step.ts'
import styles from './import.module.css'
import { useKeptImports } from './kept-imports-queries.ts'
import type { Saving } from './saving.ts'
import type { ScreenKind } from './screen-kind.ts'

/** The imports of this device that can be undone. */
export function KeptImports({ screen, onUndone }: { screen: ScreenKind; onUndone: () => void }) {
  const device = useDevice()
  const imports = useKeptImports(device, screen)
  const [asked, setAsked] = useState<KeptImport | null>(null)
  const [progress, setProgress] = useState<{ id: string; done: number } | null>(null)
  if (imports === undefined || imports.length === 0) return null

  async function takeBack(kept: KeptImport) {
    setAsked(null)
    setProgress({ id: kept.id, done: 0 })
    try {
      const undone = await screen.saving.undo(device, kept, (done) => setProgress({ id: kept.id, done }))
      onUndone()
      notify({ type: 'success', title: 'Import Undone', message: undoneInWords(screen, undone) })
    } catch (error) {
      tellFailure('Import Not Undone', error)
    } finally {
      setProgress(null)
    }
  }

  return (
    <Card title="Imported on this device">
      <ul className={styles.imports}>
        {imports.map(({ kept, count, note }) => (
          <li key={kept.id}>
            <span className={styles.import}>
              <span className={styles.name}>{kept.name}</span>
              <span className={styles.caption}>
                {momentInWords(kept.at, device.clock.now())} · {countInWords(screen, count)}
              </span>
              {note !== null && <span className={styles.caption}>{note}</span>}
              {progress?.id === kept.id && (
                <Progress label="Undo" value={progress.done} max={kept.total ?? kept.prints.length} />
              )}
            </span>
            <Button
              busy={progress?.id === kept.id}
              busyLabel="Undoing..."
              aria-disabled={progress !== null && progress.id !== kept.id}
              aria-label={`Undo the import of ${kept.name}`}
              onClick={() => (progress === null ? setAsked(kept) : undefined)}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title="Undo this import?"
        confirmLabel="Undo Import"
        onConfirm={() => (asked === null ? undefined : void takeBack(asked))}
        onCancel={() => setAsked(null)}
      >
        The {screen.many} that came with {asked?.name} are deleted
        {screen.kind.canMerge && ', and merged ones get back what they had'}. {screen.undoHint}
      </ConfirmDialog>
    </Card>
  )
}

type Undone = Awaited<ReturnType<Saving['undo']>>

function undoneInWords(screen: ScreenKind, { deleted, restored, kept, later = 0 }: Undone): string {
  if (later > 0 && deleted + restored + kept === 0)
    return `${countInWords(screen, later)} will be undone when the server can be reached.`
  const parts = [`${countInWords(screen, deleted)} deleted`]
  if (restored > 0) parts.push(`${restored.toLocaleString('en-US')} as before`)
  if (kept > 0) parts.push(`${kept.toLocaleString('en-US')} ${kept === 1 ? 'stays' : 'stay'}, changed or used since`)
  if (later > 0) parts.push(`${later.toLocaleString('en-US')} when the server can be reached`)
  return `${parts.join(', ')}.`
}
