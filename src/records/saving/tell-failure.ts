import { notify } from '#state/notifications.ts'
import { storageProblem } from '#storage/database/storage-problem.ts'

/** Says what was not done, and why where the device knows. */
export function tellFailure(title: string, error: unknown): void {
  notify({ type: 'error', title, message: storageProblem(error) })
}
