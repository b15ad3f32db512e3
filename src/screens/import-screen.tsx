import { importAppointments } from '#features/import/import-appointments.tsx'
import { importClients } from '#features/import/import-clients.tsx'
import { importListings } from '#features/import/import-listings.tsx'
import { ImportPage } from '#features/import/import-page.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { PageHead } from '#ui/page-head.tsx'

export function ImportScreen() {
  return (
    <>
      <PageHead back={<BackLink to="/clients">Clients</BackLink>} title="Import Clients" />
      <ImportPage screen={importClients} />
    </>
  )
}

export function ImportAppointmentsScreen() {
  return (
    <>
      <PageHead back={<BackLink to="/dashboard">Dashboard</BackLink>} title="Import Appointments" />
      <ImportPage screen={importAppointments} />
    </>
  )
}

export function ImportListingsScreen() {
  return (
    <>
      <PageHead back={<BackLink to="/listings/new">Create Listing</BackLink>} title="Import Listings" />
      <ImportPage screen={importListings} />
    </>
  )
}
