import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { AppointmentRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { bringAppointmentBack, removeAppointment } from './appointment-commands.ts'

/** Deletes an appointment on this device at once, and offers to take it back. */
export function useAppointmentDeletion(): (appointment: AppointmentRow) => void {
  const device = useDevice()

  async function remove({ key, title }: AppointmentRow): Promise<void> {
    try {
      const deleted = await removeAppointment(device, key)
      if (deleted === null) return
      notify({
        type: 'success',
        title: 'Appointment Deleted',
        message: `${title} has been removed.`,
        // Long enough to notice a slip and reach for it.
        duration: 10_000,
        action: { label: 'Undo', run: () => void bringAppointmentBack(device, deleted).catch(tellFailedUndo) },
      })
    } catch (error) {
      notify({
        type: 'error',
        title: 'Failed to delete appointment. Please try again.',
        message: storageProblem(error),
      })
    }
  }
  return (appointment) => void remove(appointment)
}

function tellFailedUndo(error: unknown): void {
  notify({ type: 'error', title: 'The appointment could not be brought back.', message: storageProblem(error) })
}
