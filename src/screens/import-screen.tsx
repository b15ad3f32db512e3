import { ImportPage } from '#features/import/import-page.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { PageHead } from '#ui/page-head.tsx'

export function ImportScreen() {
  return (
    <>
      <PageHead back={<BackLink to="/clients">Clients</BackLink>} title="Import Clients" />
      <ImportPage />
    </>
  )
}
