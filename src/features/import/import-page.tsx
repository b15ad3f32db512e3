import { type DragEvent, useState, useEffect, useEffectEvent } from 'react'
import { ImportPreview } from './import-preview.tsx'
import styles from './import.module.css'
import type { ScreenKind, ImportOnDevice } from './screen-kind.ts'
import { RemainingSharedFiles } from './shared-files.tsx'
import { useImport, formatImported, formatImportCount } from './use-import.ts'
import { Link } from '@tanstack/react-router'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { takeFocus } from '#ui/hooks/move-focus.ts'
import { Progress } from '#ui/feedback/progress.tsx'
import { setIncomingFile, useIncoming } from '#state/incoming-file.ts'
import { formatNumber, formatCount } from '#core/format/numbers.ts'
import type { FileRecord, ImportName } from '#core/import/import-kind.ts'
import { FileButton } from '#ui/fields/file-button.tsx'
import { personOf, type PersonInFile } from '#core/import/person-in-file.ts'
import type { ImportMetadata, UndoneImport } from '#core/import/make-import.ts'
import { showFailureToast } from '#records/saving/save-with-undo.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { importMetadataKey, importedKey } from '#core/import/imported-records.ts'
import type { Device } from '#storage/device/device.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { formatMoment } from '#core/format/times.ts'

type ImportPageProps = {
  screen: ScreenKind
  /** Values by field that are known before a file is chosen, such as the listing; they apply to every line. */
  given?: Readonly<Record<string, string>>
}

const noValues = {}

export function ImportPage({ screen, given = noValues }: ImportPageProps) {
  const running = useImport(screen, given)
  const { step, startOver } = running
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  useIncomingFile(screen.kind.name, (file) => step.at !== 'running' && running.chooseFile(file))

  // The whole page accepts files: otherwise the browser would open a file dropped beside the card.
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsDraggedOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && step.at !== 'running') running.chooseFile(file)
  }

  return (
    <div
      className={styles.page}
      data-over={isDraggedOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={drop}
    >
      {step.at === 'choose' && (
        <ChooseFile {...step} screen={screen} onFile={running.chooseFile} onPicked={running.importRecords} />
      )}
      {step.at === 'preview' && <ImportPreview {...step} running={running} />}
      {step.at === 'running' && <ImportProgress {...step} />}
      {step.at === 'done' && <ImportDone {...step} screen={screen} onAgain={startOver} />}
      {step.at === 'done' && <RemainingSharedFiles />}
      {step.at !== 'running' && (
        <PreviousImports screen={screen} onUndone={() => (step.at === 'done' ? startOver() : undefined)} />
      )}
    </div>
  )
}

/** Numbers of records created (`created`) and updated (`merged`), and not imported because the import was stopped (`left`). */
type ImportDoneProps = { screen: ScreenKind; created: number; merged: number; left: number; onAgain: () => void }

function ImportDone({ screen, created, merged, left, onAgain }: ImportDoneProps) {
  return (
    <Card title={left > 0 ? 'Stopped' : 'Done'}>
      <div className={styles.body}>
        <div ref={takeFocus} tabIndex={-1}>
          <Banner tone={left > 0 ? 'warning' : 'success'}>
            {formatImported(screen, { created, merged })}
            {left > 0 && ` ${formatNumber(left)} ${left === 1 ? 'was' : 'were'} left out.`}
          </Banner>
        </div>
        <div className={styles.buttons}>
          <Link to={screen.linkToImported.to} className={buttonClass({ variant: 'primary' })}>
            {screen.linkToImported.words}
          </Link>
          <Button onClick={onAgain}>Import Another File</Button>
        </div>
      </div>
    </Card>
  )
}

type ImportProgressProps = { done: number; total: number; stop: () => void }

function ImportProgress({ done, total, stop }: ImportProgressProps) {
  return (
    <Card title="Importing">
      <div className={styles.body}>
        <Progress label="Import" value={done} max={total} />
        <p>
          {formatNumber(done)} of {formatNumber(total)}
        </p>
        <div className={styles.buttons}>
          <Button onClick={stop}>Stop</Button>
        </div>
      </div>
    </Card>
  )
}

/** Chooses a file of this kind that was shared with the app or opened with it. */
function useIncomingFile(kind: string, choose: (file: File) => void): void {
  const incoming = useIncoming((state) => state.incoming)
  const chooseFile = useEffectEvent(choose)
  useEffect(() => {
    if (incoming?.importName !== kind) return
    setIncomingFile(null)
    chooseFile(incoming.file)
  }, [incoming, kind])
}

type ChooseFileProps = {
  screen: ScreenKind
  problem: string | null
  isReading: boolean
  /** The agent has started over. The introduction then takes the focus, because the pressed button no longer exists. */
  isAgain: boolean
  onFile: (file: File) => void
  /** Receives contacts that the agent picked on the phone, and the name that is shown in place of a file's name. */
  onPicked: (name: string, people: FileRecord[]) => void
}

function ChooseFile({ screen, problem, isReading, isAgain, onFile, onPicked }: ChooseFileProps) {
  async function pick() {
    const people = await pickContacts()
    if (people.length > 0) onPicked('Contacts on this phone', people)
  }

  return (
    <Card title={screen.chooseFileTitle}>
      <div className={styles.body}>
        {problem !== null && (
          <Banner tone="danger" role="alert">
            {problem}
          </Banner>
        )}
        <p ref={isAgain ? takeFocus : undefined} tabIndex={-1}>
          {screen.intro}
        </p>
        <div className={styles.buttons}>
          <FileButton accept={screen.accept} isReading={isReading} onFile={onFile} />
          {screen.kind.name === 'clients' && canPickContacts() && (
            <Button onClick={() => void pick()}>Pick from This Phone</Button>
          )}
        </div>
        <details className={styles.where}>
          <summary>Where do I find this file?</summary>
          <dl>
            {screen.sources.map(([program, way]) => (
              <div key={program}>
                <dt>{program}</dt>
                <dd>{way}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </Card>
  )
}

/** The Contact Picker API, in Chromium on Android only: https://w3c.github.io/contact-picker/ */
type ContactsManager = {
  select: (
    properties: readonly ('name' | 'email' | 'tel')[],
    options: { multiple: true },
  ) => Promise<{ name?: string[]; email?: string[]; tel?: string[] }[]>
}

const contactsManager = () => (navigator as Navigator & { contacts?: ContactsManager }).contacts

function canPickContacts(): boolean {
  return contactsManager() !== undefined
}

/** Returns the contacts that the agent picks; empty if canceled. */
async function pickContacts(): Promise<PersonInFile[]> {
  const picked = await contactsManager()
    ?.select(['name', 'email', 'tel'], { multiple: true })
    .catch(() => [])
  return (picked ?? []).map(({ name = [], email = [], tel = [] }, index) =>
    personOf({
      line: index + 1,
      firstName: '',
      lastName: '',
      fullName: name[0] ?? '',
      emails: email.map((value) => ({ label: '', value })),
      phones: tel.map((value) => ({ label: '', value })),
      notes: [],
      tags: [],
      category: '',
    }),
  )
}

function PreviousImports({ screen, onUndone }: { screen: ScreenKind; onUndone: () => void }) {
  const device = useDevice()
  const imports = usePreviousImports(device, screen)
  const [confirming, setConfirming] = useState<ImportMetadata | null>(null)
  const [progress, setProgress] = useState<{ id: string; done: number } | null>(null)
  if (imports === undefined || imports.length === 0) return null

  async function undo(metadata: ImportMetadata) {
    setConfirming(null)
    setProgress({ id: metadata.id, done: 0 })
    try {
      const undone = await screen.saving.undo(device, metadata, (done) => setProgress({ id: metadata.id, done }))
      onUndone()
      notify({ type: 'success', title: 'Import Undone', message: formatUndone(screen, undone) })
    } catch (error) {
      showFailureToast('Import Not Undone', error)
    } finally {
      setProgress(null)
    }
  }

  return (
    <Card title="Imported on this device">
      <ul className={styles.imports}>
        {imports.map(({ kept: metadata, count, note }) => (
          <li key={metadata.id}>
            <span className={styles.import}>
              <span className={styles.name}>{metadata.name}</span>
              <span className={styles.caption}>
                {formatMoment(metadata.at, device.clock.now())} · {formatImportCount(screen, count)}
              </span>
              {note !== null && <span className={styles.caption}>{note}</span>}
              {/* `prints` has an entry for each created record. An import of an earlier version may have `total` in its place. */}
              {progress?.id === metadata.id && (
                <Progress label="Undo" value={progress.done} max={metadata.total ?? metadata.prints.length} />
              )}
            </span>
            <Button
              busy={progress?.id === metadata.id}
              busyLabel="Undoing..."
              aria-disabled={progress !== null && progress.id !== metadata.id}
              aria-label={`Undo the import of ${metadata.name}`}
              onClick={() => (progress === null ? setConfirming(metadata) : undefined)}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={confirming !== null}
        title="Undo this import?"
        confirmLabel="Undo Import"
        onConfirm={() => (confirming === null ? undefined : void undo(confirming))}
        onCancel={() => setConfirming(null)}
      >
        The {screen.plural} that came with {confirming?.name} are deleted
        {screen.kind.canMerge && ', and merged ones get back what they had'}. {screen.undoHint}
      </ConfirmDialog>
    </Card>
  )
}

function formatUndone(screen: ScreenKind, { deleted, restored, kept }: UndoneImport): string {
  const parts = [`${formatImportCount(screen, deleted)} deleted`]
  if (restored > 0) parts.push(`${formatNumber(restored)} as before`)
  if (kept > 0) parts.push(`${formatCount(kept, 'stays', 'stay')}, changed or used since`)
  return `${parts.join(', ')}.`
}

/** Returns the stored imports of a kind. The oldest lack `of` and are of clients. Omits stored column meanings, whose keys have the same prefix. */
async function previousImports({ database }: Device, name: ImportName): Promise<ImportMetadata[]> {
  const facts = await database.facts.where('name').startsWith(importMetadataKey('')).toArray()
  return facts
    .flatMap(({ name, value }) =>
      value === null || name.startsWith('import columns') ? [] : [value as ImportMetadata],
    )
    .filter(({ of = 'clients' }) => of === name)
}

function usePreviousImports(device: Device, { kind, saving }: ScreenKind): ImportOnDevice[] | undefined {
  return useLiveQuery(async () => {
    const imports = await saving.countsOf(device, await previousImports(device, kind.name))
    return imports.toSorted((one, other) => other.kept.at - one.kept.at)
  }, [device, kind, saving])
}

/** Returns the id that each imported record has in its file, such as that of a calendar event, by the record's local key. */
export async function fileIdsByKey(device: Device, of: ImportName): Promise<ReadonlyMap<string, string>> {
  const names = (await previousImports(device, of)).flatMap(({ id, names = [] }) =>
    names.map((name, index): [string, string] => [importedKey(id, index), name]),
  )
  return new Map(names)
}
