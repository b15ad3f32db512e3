import { deleteWithUndo } from '#records/delete-with-undo.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { AppointmentRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'

/** Deletes an appointment on this device at once, and offers to take it back. */
export function useAppointmentDeletion(): (appointment: AppointmentRow) => void {
  const device = useDevice()

  async function remove({ key, title }: AppointmentRow): Promise<void> {
    try {
      await deleteWithUndo(device, {
        entity: 'appointment',
        key,
        title: 'Appointment Deleted',
        message: `${title} has been removed.`,
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
