import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { newClientSchema } from '#core/contract/client.ts'
import type { NewClient as NewClientFields } from '#core/contract/client.ts'
import { clientName } from '#core/domain/client-rules.ts'
import { notify } from '#state/notifications.ts'
import { recordActivity } from '#state/recent-activity.ts'
import { countDirtyForm } from '#state/update.ts'
import { useDevice } from '#storage/device-context.tsx'
import { draftPort } from '#storage/draft-port.ts'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { addClient } from './client-commands.ts'
import { clientLabels, emptyClient } from './client-form-values.ts'
import type { ClientFormValues } from './client-form-values.ts'
import { ClientForm } from './client-form.tsx'
import { storageProblem } from '#storage/storage-problem.ts'

/** The form for somebody new; what it says is saved on this device is on this device. */
export function NewClient() {
  const device = useDevice()
  const navigate = useNavigate()
  const [drafts] = useState(() => draftPort<ClientFormValues>(device.owner, 'client:new', device.database))
  const form = useRecordForm<ClientFormValues, NewClientFields>({
    schema: newClientSchema,
    opened: emptyClient,
    labels: clientLabels,
    makeOpId: device.ids.uuid,
    drafts,
    whileDirty: countDirtyForm,
    failure: 'Failed to create client. Please try again.',
    onFailure: storageProblem,
    save: async ({ opId, parsed }) => {
      await addClient(device, { opId, parsed })
      recordActivity('create_client')
      notify({
        type: 'success',
        title: 'Client Created',
        message: `${clientName(parsed)} has been added successfully.`,
      })
    },
    onSaved: () => void navigate({ to: '/clients' }),
  })
  return (
    <ClientForm
      form={form}
      label="Add New Client"
      clientKey={null}
      submitLabel="Create Client"
      busyLabel="Creating Client..."
    />
  )
}
