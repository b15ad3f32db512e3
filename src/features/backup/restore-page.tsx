import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { FileButton } from '#ui/fields/file-button.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { takeFocus } from '#ui/hooks/move-focus.ts'
import styles from './backup.module.css'
import { useState, useEffect, useRef } from 'react'
import type { RestorePlan } from '#core/backup/plan-restore.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import type { OpenBackup } from '#files/backup-file.ts'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { formatNumber, formatCount } from '#core/format/numbers.ts'
import type { Restored } from '#core/backup/make-restore.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { hasFetched } from '#storage/device/device.ts'
import { storageErrorMessage } from '#storage/database/storage-error-message.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { loadBackupCommands, type BackupCommands } from './load-backup-commands.ts'

/** Restores a backup: the agent chooses a file, sees a preview, and starts the restore. Until then, nothing is saved. */
export function RestorePage() {
  const restore = useRestore()
  const { step } = restore
  if (step.at === 'preview') return <RestorePreview {...step} restore={restore} key={step.backup.manifest.id} />
  if (step.at === 'running')
    return (
      <Card title="Restoring">
        <div className={styles.body}>
          <Progress label="Restore" value={step.done} max={step.total} />
          <p>
            {formatNumber(step.done)} of {formatNumber(step.total)}
          </p>
          <div className={styles.buttons}>
            <Button onClick={step.stop}>Stop</Button>
          </div>
        </div>
      </Card>
    )
  if (step.at === 'done') return <Done {...step} onAgain={restore.startOver} onContinue={step.again} />
  return <ChooseBackup {...step} onFile={(file) => void restore.chooseFile(file)} />
}

type ChooseBackupProps = { problem: string | null; isReading: boolean; onFile: (file: File) => void }

function ChooseBackup({ problem, isReading, onFile }: ChooseBackupProps) {
  return (
    <Card title="Choose a backup">
      <div className={styles.body}>
        {problem !== null && (
          <Banner tone="danger" role="alert">
            {problem}
          </Banner>
        )}
        <p className={styles.note} ref={takeFocus} tabIndex={-1}>
          A .zip backup of this account or another. It is read on this device, even offline, and nothing is saved until
          you have seen what it would do. Nothing is deleted, and restoring twice creates no duplicates.
        </p>
        <div className={styles.buttons}>
          <FileButton accept=".zip,application/zip" isReading={isReading} onFile={onFile} />
        </div>
      </div>
    </Card>
  )
}

/** `left` records were not restored, because the restore was stopped: `onContinue` shows their preview. `lostPhotos` could not be read. */
type DoneProps = {
  restored: { created: number; changed: number; lostPhotos: number }
  left: number
  onAgain: () => void
  onContinue: () => void
}

function Done({ restored: { created, changed, lostPhotos }, left, onAgain, onContinue }: DoneProps) {
  return (
    <Card title={left > 0 ? 'Stopped' : 'Done'}>
      <div className={styles.body}>
        <div ref={takeFocus} tabIndex={-1}>
          <Banner tone={left > 0 || lostPhotos > 0 ? 'warning' : 'success'}>
            {formatCount(created, 'record')} restored
            {changed > 0 && `, ${formatCount(changed, 'record')} put back as in the backup`}.
            {left > 0 && ` ${formatCount(left, 'record')} not restored yet.`}
            {lostPhotos > 0 && ` ${formatCount(lostPhotos, 'photo')} in the file could not be read.`}
          </Banner>
        </div>
        <p className={styles.note}>
          What was restored is sent to the server like any other change; the Outbox shows it.
        </p>
        <div className={styles.buttons}>
          {left > 0 && (
            <Button variant="primary" onClick={onContinue}>
              Continue
            </Button>
          )}
          <Button onClick={onAgain}>Restore Another Backup</Button>
        </div>
      </div>
    </Card>
  )
}

type RestorePreviewProps = {
  backup: OpenBackup
  plan: RestorePlan
  /** The device has not fetched everything yet, so a restore could create records that the server already has. */
  isEarly: boolean
  restore: Restore
}

function RestorePreview({ backup, plan, isEarly, restore }: RestorePreviewProps) {
  const [overwritesChanges, setOverwritesChanges] = useState(false)
  const { manifest } = backup
  const rows = [...plan.counts]
    .map(([entity, counts]) => ({ entity, counts }))
    .filter(({ counts }) => Object.values(counts).some((count) => count > 0))
  const unrestorable = rows.reduce((sum, { counts }) => sum + counts.notRestorable, 0)
  const total = plan.creates.length + (overwritesChanges ? plan.changes.length : 0)
  const madeOn = new Date(manifest.made_at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
  return (
    <Card title="What this backup would do">
      <div className={styles.body}>
        <p className={styles.wrapped} ref={takeFocus} tabIndex={-1}>
          Backup of {manifest.agent.name}, made {madeOn}{' '}
          {manifest.made_by === 'server' ? 'by the server' : 'on a device'}.
        </p>
        <DataTable
          label="What is in the backup"
          rows={rows}
          rowKey={({ entity }) => entity}
          columns={[
            { header: 'Records', cell: ({ entity }) => pluralOf(kinds[entity].nameOnScreen), phone: 'lead' },
            { header: 'Compared with this device', cell: ({ counts }) => formatCounts(counts), phone: 'wide' },
          ]}
        />
        {isEarly && (
          <Banner tone="warning">
            Not all of your records are on this device yet. Once they are, this backup is compared again and can be
            restored.
          </Banner>
        )}
        {unrestorable > 0 && (
          <Banner tone="warning">
            {formatCount(unrestorable, 'record')} cannot be restored: photos missing from the backup, or records whose
            home or client is neither in it nor on this device.
          </Banner>
        )}
        {plan.changes.length > 0 && (
          <CheckboxField
            label={`Put ${formatCount(plan.changes.length, 'record')} back as in the backup`}
            hint="They have changed since. Unless you choose this, they stay as they are here."
            checked={overwritesChanges}
            onChange={({ currentTarget }) => setOverwritesChanges(currentTarget.checked)}
          />
        )}
        <div className={styles.buttons}>
          <Button
            variant="primary"
            disabled={total === 0}
            aria-disabled={isEarly}
            onClick={() => (isEarly ? undefined : void restore.run({ backup, plan }, overwritesChanges))}
          >
            {total === 0 ? 'Nothing to Restore' : `Restore ${formatCount(total, 'Record')}`}
          </Button>
          <Button onClick={restore.startOver}>Choose Another File</Button>
        </div>
      </div>
    </Card>
  )
}

/** The number of records of one kind in the backup, compared with this device. `new` ones are not on it; `notRestorable` ones cannot be restored. */
type Counts = { new: number; same: number; differs: number; notRestorable: number }

function formatCounts({ new: added, same, differs, notRestorable }: Counts): string {
  const parts = [
    [added, 'new'],
    [same, 'the same'],
    [differs, 'different'],
    [notRestorable, 'cannot be restored'],
  ] as const
  const texts = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`)
  return texts.join(' · ')
}

function pluralOf(word: string): string {
  const plural = word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
  return plural.charAt(0).toUpperCase() + plural.slice(1)
}

type Preview = { at: 'preview'; backup: OpenBackup; plan: RestorePlan; isEarly: boolean }
type RestoreStep =
  | { at: 'choose'; problem: string | null; isReading: boolean }
  | Preview
  | { at: 'running'; done: number; total: number; stop: () => void }
  | { at: 'done'; restored: Restored; left: number; again: () => void }

const initialStep = { at: 'choose', problem: null, isReading: false } as const

function useRestore() {
  const device = useDevice()
  const [step, setStep] = useState<RestoreStep>(initialStep)
  const openedBackup = useRef<OpenBackup>(null)

  const close = () => {
    void openedBackup.current?.close()
    openedBackup.current = null
  }
  useEffect(() => () => void openedBackup.current?.close(), [])

  async function showPreview(commands: BackupCommands, backup: OpenBackup): Promise<void> {
    openedBackup.current = backup
    try {
      const isEarly = !(await hasFetched(device.database))
      setStep({ at: 'preview', backup, plan: await commands.planRestoreOn(device, backup), isEarly })
    } catch (error) {
      setStep({ ...initialStep, problem: problemOf(commands, error) })
    }
  }

  useCompareAgain(step, setStep)

  return {
    step,
    startOver: () => {
      close()
      setStep(initialStep)
    },
    chooseFile: async (file: File) => {
      close()
      setStep({ ...initialStep, isReading: true })
      let commands: BackupCommands | null = null
      try {
        commands = await loadBackupCommands()
        await showPreview(commands, await commands.openBackup(file))
      } catch (error) {
        setStep({ ...initialStep, problem: problemOf(commands, error) })
      }
    },
    run: async ({ backup, plan }: Pick<Preview, 'backup' | 'plan'>, overwritesChanges: boolean) => {
      const total = plan.creates.length + (overwritesChanges ? plan.changes.length : 0)
      let isStopped = false
      const stop = () => (isStopped = true)
      const show = (done: number) => setStep({ at: 'running', done, total, stop })
      show(0)
      try {
        const commands = await loadBackupCommands()
        const run = { overwritesChanges, onProgress: show, isStopped: () => isStopped }
        const restored = await commands.restoreFrom(device, backup, run)
        const left = restored.isStopped
          ? Math.max(0, total - restored.created - restored.changed - restored.lostPhotos)
          : 0
        setStep({ at: 'done', restored, left, again: () => void showPreview(commands, backup) })
        notify({ type: left > 0 ? 'info' : 'success', title: left > 0 ? 'Restore Stopped' : 'Backup Restored' })
      } catch (error) {
        const problem = `${storageErrorMessage(error)} The restore stopped. What it had saved stays; choose the file again to continue.`
        setStep({ ...initialStep, problem })
      }
    },
  }
}

/** Compares the backup again if it was compared before the device had fetched everything (`isEarly`). */
function useCompareAgain(step: RestoreStep, setStep: (step: RestoreStep) => void): void {
  const device = useDevice()
  const isFetched = useLiveQuery(() => hasFetched(device.database), [device])
  useEffect(() => {
    if (isFetched !== true || step.at !== 'preview' || !step.isEarly) return
    const { backup } = step
    let isCurrent = true
    async function compare(): Promise<void> {
      let commands: BackupCommands | null = null
      try {
        commands = await loadBackupCommands()
        const plan = await commands.planRestoreOn(device, backup)
        if (isCurrent) setStep({ at: 'preview', backup, plan, isEarly: false })
      } catch (error) {
        if (isCurrent) setStep({ ...initialStep, problem: problemOf(commands, error) })
      }
    }
    void compare()
    return () => {
      isCurrent = false
    }
  }, [device, isFetched, step, setStep])
}

type Restore = ReturnType<typeof useRestore>

function problemOf(commands: BackupCommands | null, error: unknown): string {
  if (commands === null)
    return 'A part of the app is not on this device yet. Connect to the network once, then try again.'
  if (error instanceof commands.UnusableBackup) return error.message
  return storageErrorMessage(error) || 'This file could not be read. Nothing was changed.'
}
