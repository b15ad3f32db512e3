import { BackToClients } from '#features/clients/back-to-clients.tsx'
import { NewClient } from '#features/clients/client-form.tsx'
import { PageHead } from '#ui/page-head.tsx'

export function NewClientScreen() {
  return (
    <>
      <PageHead back={<BackToClients />} title="Add New Client" />
      <NewClient />
    </>
  )
}
