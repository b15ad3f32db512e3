import type { ManifestOptions } from 'vite-plugin-pwa'

/** How the installed app describes itself to the device. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Fanlight',
  short_name: 'Fanlight',
  description:
    'The workspace a real-estate agent keeps open all day: listings, clients and tours, with or without signal.',
  lang: 'en',
  // On a phone the day, on a wider screen the Dashboard.
  start_url: '/today?from=start',
  scope: '/',
  display: 'standalone',
  theme_color: '#2f4bcb',
  background_color: '#f3f5f9',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/icon-monochrome.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'monochrome' },
  ],
  // Shown where the browser offers to install; all of one form have one shape, or none is shown.
  screenshots: [
    wide('my-listings', 'My Listings, with photo, price and status'),
    wide('dashboard', 'The Dashboard with the day’s calendar'),
    narrow('today', 'The next visit, and when to leave for it'),
    narrow('my-listings', 'My Listings on a phone'),
    narrow('listing', 'A listing on a phone'),
  ],
  shortcuts: [
    { name: 'Today', url: '/today' },
    { name: 'My Listings', url: '/my-listings' },
    { name: 'Create Listing', url: '/listings/new' },
    { name: 'Clients', url: '/clients' },
    { name: 'Add New Client', url: '/clients/new' },
  ],
}

type Screenshot = NonNullable<ManifestOptions['screenshots']>[number]

function wide(name: string, label: string): Screenshot {
  return { src: `/screenshots/${name}-wide.png`, sizes: '1280x800', type: 'image/png', form_factor: 'wide', label }
}

function narrow(name: string, label: string): Screenshot {
  return { src: `/screenshots/${name}-narrow.png`, sizes: '780x1688', type: 'image/png', form_factor: 'narrow', label }
}
