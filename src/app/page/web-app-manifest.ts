import type { ManifestOptions } from 'vite-plugin-pwa'
import { shareTarget } from '#storage/sharing/shared-content.ts'

const contactTypes = ['text/vcard', 'text/x-vcard', '.vcf']
// `text/comma-separated-values` is Android's name for CSV.
const tableTypes = ['text/csv', 'text/comma-separated-values', '.csv']
const calendarTypes = ['text/calendar', '.ics']

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Fanlight',
  short_name: 'Fanlight',
  description:
    'The workspace a real-estate agent keeps open all day: listings, clients and tours, with or without signal.',
  lang: 'en',
  // A phone stays on Today; a wider screen redirects to the Dashboard.
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
  // Shown in the browser's install dialog, but only if all screenshots of a form factor have the same aspect ratio.
  screenshots: [
    wide('my-listings', 'My Listings, with photo, price and status'),
    wide('dashboard', 'The Dashboard with the day’s calendar'),
    narrow('today', 'The day, with the visit that is on'),
    narrow('my-listings', 'My Listings on a phone'),
    narrow('listing', 'A listing on a phone'),
  ],
  // One window: if the app is open, a shortcut navigates in it.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  shortcuts: [
    shortcut('Today', '/today', 'today'),
    shortcut('My Listings', '/my-listings', 'listings'),
    shortcut('Create Listing', '/listings/new', 'new-listing'),
    shortcut('Create Tour', '/tours/new', 'new-tour'),
    shortcut('Add New Client', '/clients/new', 'new-client'),
  ],
  share_target: {
    action: shareTarget,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'files', accept: ['image/*', ...contactTypes, ...tableTypes, ...calendarTypes] }],
    },
  },
  // One page for all: the kind of import is known only after the file is read.
  file_handlers: [
    { action: '/shared', accept: { 'text/csv': ['.csv'], 'text/vcard': ['.vcf'], 'text/calendar': ['.ics'] } },
  ],
}

type Screenshot = NonNullable<ManifestOptions['screenshots']>[number]

function shortcut(name: string, url: string, icon: string): NonNullable<ManifestOptions['shortcuts']>[number] {
  return { name, url, icons: [{ src: `/icons/shortcut-${icon}.png`, sizes: '96x96', type: 'image/png' }] }
}

function wide(name: string, label: string): Screenshot {
  return { src: `/screenshots/${name}-wide.png`, sizes: '1280x800', type: 'image/png', form_factor: 'wide', label }
}

function narrow(name: string, label: string): Screenshot {
  return { src: `/screenshots/${name}-narrow.png`, sizes: '780x1688', type: 'image/png', form_factor: 'narrow', label }
}
