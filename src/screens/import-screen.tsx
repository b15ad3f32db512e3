import { getRouteApi, useMatch } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { importAppointments } from '#features/import/import-appointments.tsx'
import { importClients } from '#features/import/import-clients.tsx'
import { importFigures } from '#features/import/import-figures.tsx'
import { importListings } from '#features/import/import-listings.tsx'
import { ImportPage } from '#features/import/import-page.tsx'
import { StoredOnlyHereNote } from '#records/states/record-notice.tsx'
import { useIsPlainServer } from '#state/connection.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { EmptyState } from '#ui/lists/placeholders.tsx'
import { ChartLineIcon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'

function ImportClientsScreen() {
  return (
    <>
      <PageHeader back={<BackLink to="/clients">Back to Clients</BackLink>} title="Import Clients" />
      <ImportPage screen={importClients} />
    </>
  )
}

function ImportAppointmentsScreen() {
  return (
    <>
      <PageHeader back={<BackLink to="/dashboard">Back to Dashboard</BackLink>} title="Import Appointments" />
      <StoredOnlyHereNote what="appointments from this app" />
      <ImportPage screen={importAppointments} />
    </>
  )
}

function ImportListingsScreen() {
  return (
    <>
      <PageHeader back={<BackLink to="/listings/new">Back to Create Listing</BackLink>} title="Import Listings" />
      <StoredOnlyHereNote what="homes that its catalog lacks" />
      <ImportPage screen={importListings} />
    </>
  )
}

const figuresRoute = getRouteApi('/workspace/figures/import')

/** Imports figures. If the file names no listing, its figures belong to the listing in the URL. */
function ImportFiguresScreen() {
  const { listing } = figuresRoute.useSearch()
  const isPlain = useIsPlainServer()
  // Values for fields that the file lacks.
  const [given] = useState(() => (listing === undefined ? {} : { listing: String(listing) }))
  return (
    <>
      <PageHeader
        back={
          listing === undefined ? (
            <BackLink to="/my-listings">Back to My Listings</BackLink>
          ) : (
            <BackLink to="/listings/$listingId/dashboard" params={{ listingId: String(listing) }}>
              Back to the listing’s dashboard
            </BackLink>
          )
        }
        title="Import Figures"
      />
      {isPlain ? (
        <EmptyState icon={<ChartLineIcon />} title="Figures Not Available">
          This server doesn’t store exposure figures.
        </EmptyState>
      ) : (
        <ImportPage screen={importFigures} given={given} />
      )}
    </>
  )
}

const screens: Readonly<Record<string, ComponentType>> = {
  '/clients/import': ImportClientsScreen,
  '/appointments/import': ImportAppointmentsScreen,
  '/listings/import': ImportListingsScreen,
  '/figures/import': ImportFiguresScreen,
}

export function ImportScreen() {
  const address = useMatch({ strict: false }).fullPath as string
  const Screen = screens[address]
  return Screen === undefined ? null : <Screen />
}
