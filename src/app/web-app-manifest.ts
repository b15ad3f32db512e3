import type { ManifestOptions } from 'vite-plugin-pwa'

/** What the installed app tells the device about itself. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Fanlight',
  short_name: 'Fanlight',
  description:
    'The workspace a real-estate agent keeps open all day: listings, clients and tours, with or without signal.',
  lang: 'en',
  start_url: '/start',
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
  shortcuts: [
    { name: 'Today', url: '/today' },
    { name: 'My Listings', url: '/my-listings' },
    { name: 'Create Listing', url: '/listings/new' },
    { name: 'Clients', url: '/clients' },
    { name: 'Add New Client', url: '/clients/new' },
  ],
}
