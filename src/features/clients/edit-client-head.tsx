import { clientName } from '#core/domain/client-rules.ts'
import type { ClientRow } from '#storage/rows.ts'
import { useOutboxMark } from '#storage/use-outbox-mark.ts'
import { Button } from '#ui/button.tsx'
import { TrashIcon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { SyncMark } from '#ui/sync-mark.tsx'
import { BackToClients } from './back-to-clients.tsx'

type EditClientHeadProps = { client: ClientRow; onDelete: (client: ClientRow) => void }

export function EditClientHead({ client, onDelete }: EditClientHeadProps) {
  const mark = useOutboxMark('client', client.key)
  return (
    <PageHead
      back={<BackToClients />}
      title="Edit Client"
      subtitle={
        <>
          {clientName(client)}
          {mark !== null && <SyncMark state={mark} />}
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
