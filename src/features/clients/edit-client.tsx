import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { newClientSchema } from '#core/contract/client.ts'
import type { NewClient } from '#core/contract/client.ts'
import { clientName } from '#core/domain/client-rules.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { GoneNotice } from '#records/gone-notice.tsx'
import { notify } from '#state/notifications.ts'
import { recordActivity } from '#state/recent-activity.ts'
import { countDirtyForm } from '#state/update.ts'
import { useDevice } from '#storage/device-context.tsx'
import { draftPort } from '#storage/draft-port.ts'
import type { ClientRow } from '#storage/rows.ts'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { clientAddress } from './client-address.ts'
import { changeClient } from './client-commands.ts'
import { clientLabels, clientToForm } from './client-form-values.ts'
import type { ClientFormValues } from './client-form-values.ts'
import { ClientForm } from './client-form.tsx'
import { useStuckChange } from './client-queries.ts'
import { storageProblem } from '#storage/storage-problem.ts'

/** The form of somebody known; what the server refused of them is marked (fault H2). */
export function EditClient({ client }: { client: ClientRow }) {
  const stuck = useStuckChange(client.key)
  return stuck === undefined ? null : <EditClientForm client={client} refusal={stuck?.refusal ?? null} />
}

/** Keeps what it was opened with, whatever arrives meanwhile. */
function EditClientForm({ client, refusal }: { client: ClientRow; refusal: Refusal | null }) {
  const device = useDevice()
  const navigate = useNavigate()
  const [drafts] = useState(() =>
    draftPort<ClientFormValues>(device.owner, `client:edit:${client.key}`, device.database),
  )
  const form = useRecordForm<ClientFormValues, NewClient>({
    schema: newClientSchema,
    opened: clientToForm(client),
    labels: clientLabels,
    makeOpId: device.ids.uuid,
    drafts,
    refusal,
    whileDirty: countDirtyForm,
    failure: 'Failed to update client. Please try again.',
    onFailure: storageProblem,
    save: async ({ opId, parsed, opened }) => {
      const outcome = await changeClient(device, { key: client.key, opId, parsed, opened })
      if (outcome === 'deleted') {
        return {
          message: 'Failed to update client. Please try again.',
          details: 'This client was deleted on this device in the meantime.',
        }
      }
      recordActivity('edit_client')
      notify({
        type: 'success',
        title: 'Client Updated',
        message: `${clientName(parsed)} has been updated successfully.`,
      })
      return undefined
    },
    onSaved: () => void navigate({ to: '/clients/$clientId', params: { clientId: clientAddress(client) } }),
  })
  return (
    <>
      <GoneNotice entity="client" recordKey={client.key} />
      <ClientForm
        form={form}
        label="Edit Client"
        clientKey={client.key}
        submitLabel="Update Client"
        busyLabel="Updating Client..."
      />
    </>
  )
}
