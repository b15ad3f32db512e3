import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import styles from './import.module.css'
import { useNavigate, Link } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { setIncomingFile } from '#state/incoming-file.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { deleteSharedExcept, readShared, type SharedContent } from '#storage/sharing/shared-content.ts'
import { openReader } from './read-in-worker.ts'

type FilesToImportProps = { files: readonly File[]; onChoose: (file: File) => void }

export function FilesToImport({ files, onChoose }: FilesToImportProps) {
  return (
    <Card title={files.length === 1 ? 'A file to import' : 'Files to import'}>
      <div className={styles.body}>
        <p>
          {files.length === 1
            ? 'It was shared with Fanlight and stays here'
            : 'Import them one at a time; the rest stay here'}{' '}
          until you share something else.
        </p>
        <div className={styles.buttons}>
          {files.map((file) => (
            <Button key={`${file.name} ${file.size} ${file.lastModified}`} onClick={() => onChoose(file)}>
              Import {file.name}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  )
}

type Shared = {
  /** Undefined until it is read; null if nothing was shared. */
  shared: SharedContent | null | undefined
  photos: File[]
  toImport: File[]
  /** Deletes all other shared files from the device. */
  keepOnly: (files: readonly File[]) => Promise<void>
  /** Shows only these files, and no text. Deletes nothing. */
  showOnly: (files: File[]) => void
  /** Opens the import page for the file, and deletes the file from the shared ones. */
  importOne: (file: File) => Promise<void>
}

/** Returns the files and text that another app has shared and the agent has not used yet. */
export function useShared(): Shared {
  const { owner } = useDevice()
  const navigate = useNavigate()
  const [shared, setShared] = useState<SharedContent | null>()
  const keepOnly = useCallback((files: readonly File[]) => deleteSharedExcept(owner, files), [owner])
  useEffect(() => {
    let isShown = true
    void readShared(owner)
      // Unreadable content is treated as if nothing was shared.
      .catch(() => null)
      .then((found) => isShown && setShared(found))
    return () => {
      isShown = false
    }
  }, [owner])
  const files = shared?.files ?? []
  return {
    shared,
    photos: files.filter(isPhoto),
    toImport: files.filter((file) => !isPhoto(file)),
    keepOnly,
    showOnly: (remaining) => setShared({ text: '', files: remaining }),
    importOne: async (chosen) => {
      const { of: importName, to } = await importPageOf(chosen)
      setIncomingFile({ file: chosen, importName })
      await keepOnly(files.filter((other) => other !== chosen))
      await navigate({ to })
    },
  }
}

function isPhoto({ type }: File): boolean {
  return type.startsWith('image/')
}

const pages = {
  clients: '/clients/import',
  appointments: '/appointments/import',
  listings: '/listings/import',
  figures: '/figures/import',
} as const

type ImportPage = { of: keyof typeof pages; to: (typeof pages)[keyof typeof pages] }

/** How much of a file is read to detect what it contains: enough for the headings of any table. */
const startBytes = 64 * 1024

/** Returns what a file contains (`of`) and the path of its import page (`to`); that of clients if it cannot be detected. */
export async function importPageOf(file: File): Promise<ImportPage> {
  const reader = openReader()
  try {
    const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer())
    const answer = await reader.ask({ ask: 'name', start })
    return pageOf(answer.kind === 'named' ? answer.of : 'clients')
  } catch {
    // If the file cannot be read, the import page shows the error.
    return pageOf('clients')
  } finally {
    reader.close()
  }
}

function pageOf(of: keyof typeof pages): ImportPage {
  return { of, to: pages[of] }
}

/** Receives a file that was opened with the installed app: https://developer.mozilla.org/docs/Web/API/LaunchQueue */
type LaunchQueue = {
  setConsumer: (consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void) => void
}

/** Returns the file that the app was opened with; null if there is none, or until it is read. */
export function useOpenedFile(): File | null {
  const [file, setFile] = useState<File | null>(null)
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files: [opened] = [] }) => {
      if (opened !== undefined) void opened.getFile().then(setFile)
    })
  }, [])
  return file
}

export function RemainingSharedFiles() {
  const { photos, toImport, importOne } = useShared()
  return (
    <>
      {toImport.length > 0 && <FilesToImport files={toImport} onChoose={(file) => void importOne(file)} />}
      {photos.length > 0 && (
        <p className={styles.buttons}>
          <Link to="/shared" className={buttonClass()}>
            {photos.length === 1 ? 'Add the shared photo to a listing' : 'Add the shared photos to a listing'}
          </Link>
        </p>
      )}
    </>
  )
}
