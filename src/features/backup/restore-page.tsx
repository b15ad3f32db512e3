import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { FileButton } from '#ui/fields/file-button.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { takeFocus } from '#ui/hooks/take-focus.ts'
import styles from './backup.module.css'
import { counted } from './backup-words.ts'
import { RestorePreview } from './restore-preview.tsx'
import { useRestore } from './use-restore.ts'

/** Reads a backup on this device: one thing after the other, and nothing is saved before the agent has seen it. */
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
            {step.done.toLocaleString('en-US')} of {step.total.toLocaleString('en-US')}
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

type DoneProps = {
  restored: { made: number; changed: number; lostPhotos: number }
  left: number
  onAgain: () => void
  onContinue: () => void
}

function Done({ restored: { made, changed, lostPhotos }, left, onAgain, onContinue }: DoneProps) {
  return (
    <Card title={left > 0 ? 'Stopped' : 'Done'}>
      <div className={styles.body}>
        <div ref={takeFocus} tabIndex={-1}>
          <Banner tone={left > 0 || lostPhotos > 0 ? 'warning' : 'success'}>
            {counted(made, 'record')} restored
            {changed > 0 && `, ${counted(changed, 'record')} put back as in the backup`}.
            {left > 0 && ` ${counted(left, 'record')} not restored yet.`}
            {lostPhotos > 0 && ` ${counted(lostPhotos, 'photo')} in the file could not be read.`}
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
