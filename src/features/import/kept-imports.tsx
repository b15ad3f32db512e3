import { useState } from 'react'
import type { KeptImport } from '#core/import/make-import.ts'
import { tellFailure } from '#records/saving/save-toasts.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { formatImportCount } from './use-import.ts'
import styles from './import.module.css'
import type { ScreenKind, Saving, ImportOnDevice } from './screen-kind.ts'
import type { ImportName } from '#core/import/import-kind.ts'
import { importFact, importedKey } from '#core/import/imported-records.ts'
import type { Device } from '#storage/device/device.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { formatMoment } from '#core/format/times.ts'
import { formatCount, formatNumber } from '#core/format/numbers.ts'

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
      notify({ type: 'success', title: 'Import Undone', message: formatUndone(screen, undone) })
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
                {formatMoment(kept.at, device.clock.now())} · {formatImportCount(screen, count)}
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

function formatUndone(screen: ScreenKind, { deleted, restored, kept, later = 0 }: Undone): string {
  if (later > 0 && deleted + restored + kept === 0)
    return `${formatImportCount(screen, later)} will be undone when the server can be reached.`
  const parts = [`${formatImportCount(screen, deleted)} deleted`]
  if (restored > 0) parts.push(`${formatNumber(restored)} as before`)
  if (kept > 0) parts.push(`${formatCount(kept, 'stays', 'stay')}, changed or used since`)
  if (later > 0) parts.push(`${formatNumber(later)} when the server can be reached`)
  return `${parts.join(', ')}.`
}

async function keptImports({ database }: Device, name: ImportName): Promise<KeptImport[]> {
  const facts = await database.facts.where('name').startsWith(importFact('')).toArray()
  return facts
    .flatMap(({ name, value }) => (value === null || name.startsWith('import columns') ? [] : [value as KeptImport]))
    .filter(({ of = 'clients' }) => of === name)
}

/** The imports that this device can undo, the last one first; undefined while they are read. */
function useKeptImports(device: Device, { kind, saving }: ScreenKind): ImportOnDevice[] | undefined {
  return useLiveQuery(async () => {
    const imports = await saving.countsOf(device, await keptImports(device, kind.name))
    return imports.toSorted((one, other) => other.kept.at - one.kept.at)
  }, [device, kind, saving])
}

/** By what the files of earlier imports know the records that came with them, by their keys. */
export async function keptNames(device: Device, of: ImportName): Promise<ReadonlyMap<string, string>> {
  const names = (await keptImports(device, of)).flatMap(({ id, names = [] }) =>
    names.map((name, index): [string, string] => [importedKey(id, index), name]),
  )
  return new Map(names)
}
