type Key = { key: string; name: string; to: string }

/** Pressed after G, to go to a page. */
export const goKeys: readonly Key[] = [
  { key: 'd', name: 'Dashboard', to: '/dashboard' },
  { key: 'y', name: 'Today', to: '/today' },
  { key: 'l', name: 'My Listings', to: '/my-listings' },
  { key: 'c', name: 'Clients', to: '/clients' },
  { key: 't', name: 'Tours', to: '/tours' },
  { key: 'o', name: 'Outbox', to: '/outbox' },
  { key: 's', name: 'Settings', to: '/settings' },
]

/** Pressed after N, to create a record. */
export const createKeys: readonly Key[] = [
  { key: 'c', name: 'Add New Client', to: '/clients/new' },
  { key: 'l', name: 'Create Listing', to: '/listings/new' },
  { key: 't', name: 'Create Tour', to: '/tours/new' },
]
