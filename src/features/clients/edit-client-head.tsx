import { clientName } from '#core/domain/client-rules.ts'
import { RecordMark } from '#records/record-mark.tsx'
import type { ClientRow } from '#storage/rows.ts'
import { Button } from '#ui/button.tsx'
import { TrashIcon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { BackToClients } from './back-to-clients.tsx'

type EditClientHeadProps = { client: ClientRow; onDelete: (client: ClientRow) => void }

export function EditClientHead({ client, onDelete }: EditClientHeadProps) {
  return (
    <PageHead
      back={<BackToClients />}
      title="Edit Client"
      subtitle={
        <>
          {clientName(client)}
          <RecordMark entity="client" recordKey={client.key} />
        </>
      }
      actions={
        <Button variant="danger" onClick={() => onDelete(client)}>
          <TrashIcon size={18} />
          Delete Client
        </Button>
      }
    />
  )
}
