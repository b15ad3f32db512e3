import { Link } from '@tanstack/react-router'
import { NewClient } from '#features/clients/client-form.tsx'
import { BackLink } from '#ui/lists/back-link.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'

export function NewClientScreen() {
  return (
    <>
      <PageHeader
        back={<BackLink to="/clients">Back to Clients</BackLink>}
        title="Add New Client"
        actions={
          <Link to="/clients/import" className={buttonClass()}>
            Import Contacts
          </Link>
        }
      />
      <NewClient />
    </>
  )
}
