import { useEffect, useRef, useState } from 'react'
import type { OpenBackup } from '#files/read-backup.ts'
import type { RestorePlan } from '#core/backup/plan-restore.ts'
import type { Restored } from '#core/backup/make-restore.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import { storageProblem } from '#storage/storage-problem.ts'
import { type BackupWork, loadWork } from './load-work.ts'

type Preview = { at: 'preview'; backup: OpenBackup; plan: RestorePlan }
type RestoreStep =
  | { at: 'choose'; problem: string | null; isReading: boolean }
  | Preview
  | { at: 'running'; done: number; total: number; stop: () => void }
  | { at: 'done'; restored: Restored; left: number; again: () => void }

const beginning = { at: 'choose', problem: null, isReading: false } as const

/** One restore from the file to what came of it. Nothing is saved before `run`. */
export function useRestore() {
  const device = useDevice()
  const [step, setStep] = useState<RestoreStep>(beginning)
  const opened = useRef<OpenBackup>(null)

  const close = () => {
    void opened.current?.close()
    opened.current = null
  }
  useEffect(() => () => void opened.current?.close(), [])

  async function look(work: BackupWork, backup: OpenBackup): Promise<void> {
    opened.current = backup
    try {
      setStep({ at: 'preview', backup, plan: await work.planOn(device, backup) })
    } catch (error) {
      setStep({ ...beginning, problem: problemOf(work, error) })
    }
  }

  return {
    step,
    startOver: () => {
      close()
      setStep(beginning)
    },
    chooseFile: async (file: File) => {
      close()
      setStep({ ...beginning, isReading: true })
      let work: BackupWork | null = null
      try {
        work = await loadWork()
        await look(work, await work.openBackup(file))
      } catch (error) {
        setStep({ ...beginning, problem: problemOf(work, error) })
      }
    },
    run: async ({ backup, plan }: Preview, putsBack: boolean) => {
      const total = plan.creates.length + (putsBack ? plan.changes.length : 0)
      let isStopped = false
      const stop = () => (isStopped = true)
      const show = (done: number) => setStep({ at: 'running', done, total, stop })
      show(0)
      try {
        const work = await loadWork()
        const run = { putsBack, onProgress: show, isStopped: () => isStopped }
        const restored = await work.restoreFrom(device, backup, run)
        const left = isStopped ? Math.max(0, total - restored.made - restored.changed - restored.lostPhotos) : 0
        setStep({ at: 'done', restored, left, again: () => void look(work, backup) })
        notify({ type: left > 0 ? 'info' : 'success', title: left > 0 ? 'Restore Stopped' : 'Backup Restored' })
      } catch (error) {
        const problem = `${storageProblem(error)} The restore stopped. What it had saved stays; choose the file again to continue.`
        setStep({ ...beginning, problem })
      }
    },
  }
}

export type Restore = ReturnType<typeof useRestore>

function problemOf(work: BackupWork | null, error: unknown): string {
  if (work === null) return 'A part of the app is not on this device yet. Connect to the network once, then try again.'
  if (error instanceof work.UnusableBackup) return error.message
  return storageProblem(error) || 'This file could not be read. Nothing was changed.'
}
