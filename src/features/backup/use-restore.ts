import { useEffect, useRef, useState } from 'react'
import type { OpenBackup } from '#files/backup-file.ts'
import type { RestorePlan } from '#core/backup/plan-restore.ts'
import type { Restored } from '#core/backup/make-restore.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { hasFetched } from '#storage/device/has-fetched.ts'
import { storageProblem } from '#storage/database/storage-problem.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { type BackupWork, loadWork } from './load-work.ts'

/** `isEarly` where it was compared with a device that had not fetched everything yet. */
type Preview = { at: 'preview'; backup: OpenBackup; plan: RestorePlan; isEarly: boolean }
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
      const isEarly = !(await hasFetched(device.database))
      setStep({ at: 'preview', backup, plan: await work.planOn(device, backup), isEarly })
    } catch (error) {
      setStep({ ...beginning, problem: problemOf(work, error) })
    }
  }

  useSecondLook(step, setStep)

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
    run: async ({ backup, plan }: Pick<Preview, 'backup' | 'plan'>, putsBack: boolean) => {
      const total = plan.creates.length + (putsBack ? plan.changes.length : 0)
      let isStopped = false
      const stop = () => (isStopped = true)
      const show = (done: number) => setStep({ at: 'running', done, total, stop })
      show(0)
      try {
        const work = await loadWork()
        const run = { putsBack, onProgress: show, isStopped: () => isStopped }
        const restored = await work.restoreFrom(device, backup, run)
        const left = restored.isStopped
          ? Math.max(0, total - restored.made - restored.changed - restored.lostPhotos)
          : 0
        setStep({ at: 'done', restored, left, again: () => void look(work, backup) })
        notify({ type: left > 0 ? 'info' : 'success', title: left > 0 ? 'Restore Stopped' : 'Backup Restored' })
      } catch (error) {
        const problem = `${storageProblem(error)} The restore stopped. What it had saved stays; choose the file again to continue.`
        setStep({ ...beginning, problem })
      }
    },
  }
}

/** Compares again what was compared early, once everything is here. */
function useSecondLook(step: RestoreStep, setStep: (step: RestoreStep) => void): void {
  const device = useDevice()
  const isFetched = useLiveQuery(() => hasFetched(device.database), [device])
  useEffect(() => {
    if (isFetched !== true || step.at !== 'preview' || !step.isEarly) return
    const { backup } = step
    let isHere = true
    async function compare(): Promise<void> {
      let work: BackupWork | null = null
      try {
        work = await loadWork()
        const plan = await work.planOn(device, backup)
        if (isHere) setStep({ at: 'preview', backup, plan, isEarly: false })
      } catch (error) {
        if (isHere) setStep({ ...beginning, problem: problemOf(work, error) })
      }
    }
    void compare()
    return () => {
      isHere = false
    }
  }, [device, isFetched, step, setStep])
}

export type Restore = ReturnType<typeof useRestore>

function problemOf(work: BackupWork | null, error: unknown): string {
  if (work === null) return 'A part of the app is not on this device yet. Connect to the network once, then try again.'
  if (error instanceof work.UnusableBackup) return error.message
  return storageProblem(error) || 'This file could not be read. Nothing was changed.'
}
