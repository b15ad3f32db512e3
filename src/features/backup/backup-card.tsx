import { formatCount } from '#core/format/numbers.ts'
import { fileFailureMessage } from '#core/domain/account/account-messages.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { type ServerKind, serverKindMetadataKey } from '#core/sync/metadata-keys.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { fetchFile } from '#api/fetch-file.ts'
import { useConnection } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { storageErrorMessage } from '#storage/database/storage-error-message.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DownloadIcon } from '#ui/icons/icon.tsx'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import styles from './backup.module.css'
import { type BackupCommands, loadBackupCommands } from './load-backup-commands.ts'

/** What the result shows: the counts in the manifest, and the addresses of homes with photos that the file lacks (`homesWithMissingPhotos`). */
type MadeBackup = Pick<Awaited<ReturnType<BackupCommands['makeBackup']>>, 'manifest' | 'homesWithMissingPhotos'>
/** `photos`: the number of photos done. */
type BackupState =
  | { at: 'idle' }
  | { at: 'running'; photos: number }
  | { at: 'done'; made: MadeBackup }
  | { at: 'failed'; why: string }

/** Saves the agent's records as one restorable file: those on this device, even offline, or all of them from the server. */
export function BackupCard() {
  const device = useDevice()
  const name = useSession((session) => session.user?.username ?? '')
  const [state, setState] = useState<BackupState>({ at: 'idle' })
  useEffect(() => void loadBackupCommands().catch(() => {}), [])

  async function backUp() {
    setState({ at: 'running', photos: 0 })
    try {
      const { makeBackup } = await loadBackupCommands()
      const { file, ...made } = await makeBackup(device, name, (photos) => setState({ at: 'running', photos }))
      saveAsFile(file, `fanlight-backup-${dateOfInstant(Date.parse(made.manifest.made_at))}.zip`)
      setState({ at: 'done', made })
    } catch (error) {
      const why = storageErrorMessage(error) || 'Connect to the network once, then try again.'
      setState({ at: 'failed', why: `The backup could not be made. ${why}` })
    }
  }

  return (
    <Card title="Backup">
      <div className={styles.body}>
        <p className={styles.note}>
          All your records with their photos as one .zip file, to keep somewhere safe. This device backs up what it has,
          even offline; the server backs up everything. Before a restore you see what it would do.
        </p>
        {state.at === 'done' && <BackupResultBanner {...state.made} />}
        {state.at === 'failed' && (
          <Banner tone="danger" role="alert">
            {state.why}
          </Banner>
        )}
        <div className={styles.buttons}>
          <Button
            variant="primary"
            busy={state.at === 'running'}
            busyLabel={
              state.at === 'running' && state.photos > 0 ? formatCount(state.photos, 'photo') : 'Backing up...'
            }
            onClick={() => void backUp()}
          >
            <DownloadIcon />
            Back Up
          </Button>
          <BackUpFromServer onFailed={(why) => setState({ at: 'failed', why })} />
          <Link to="/settings" search={{ tab: 'data', restore: true }} className={buttonClass()}>
            Restore
          </Link>
        </div>
      </div>
    </Card>
  )
}

function BackUpFromServer({ onFailed }: { onFailed: (why: string) => void }) {
  const { database } = useDevice()
  const isOurServer = useLiveQuery(async () => {
    const server = (await database.facts.get(serverKindMetadataKey))?.value as ServerKind | undefined
    return server?.kind === 'ours'
  }, [database])
  const [isBusy, setIsBusy] = useState(false)
  if (isOurServer !== true) return null

  async function backUp() {
    if (useConnection.getState().state === 'offline') return onFailed(unreachable)
    setIsBusy(true)
    const answer = await fetchFile('users/backup/')
    setIsBusy(false)
    if (answer.ok) saveAsFile(answer.value.content, answer.value.fileName)
    else onFailed(fileFailureMessage(answer.problem, unreachable))
  }

  return (
    <Button busy={isBusy} busyLabel="Backing up..." onClick={() => void backUp()}>
      Back Up from Server
    </Button>
  )
}

const unreachable = 'The server cannot be reached. Back Up makes a backup of what this device has.'

function BackupResultBanner({ manifest, homesWithMissingPhotos }: MadeBackup) {
  const records = Object.values(manifest.counts).reduce((sum, count) => sum + count, 0)
  const addresses = homesWithMissingPhotos.slice(0, 3).join(', ')
  const more =
    homesWithMissingPhotos.length > 3 ? ` and ${formatCount(homesWithMissingPhotos.length - 3, 'other home')}` : ''
  return (
    <Banner tone={manifest.missing_photos > 0 ? 'warning' : 'success'}>
      {formatCount(records, 'record')} and {formatCount(manifest.photos, 'photo')} were saved as a file.
      {manifest.missing_photos > 0 &&
        ` ${formatCount(manifest.missing_photos, 'photo')} of ${addresses}${more} ${manifest.missing_photos === 1 ? 'is' : 'are'} not on this device.`}
    </Banner>
  )
}
