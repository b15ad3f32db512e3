import type { Fields } from '#core/contract/json.ts'
import { platformName } from '#core/domain/exposure/exposure-words.ts'
import { figureImport, figuresInWords } from '#core/import/figure-import.ts'
import { textOf } from '#core/import/imported-records.ts'
import { FigureSourceForm } from './figure-source-form.tsx'
import { savingFigures } from './save-figures.ts'
import type { ScreenKind } from './screen-kind.ts'
import { formatDate } from '#core/format/dates.ts'

export const importFigures: ScreenKind = {
  kind: figureImport,
  saving: savingFigures,
  one: 'figure',
  plural: 'figures',
  chooseFileTitle: 'Bring your exposure figures',
  intro:
    'Choose a table that says how often your listings were seen on Zillow, Redfin, Realtor.com or elsewhere, as CSV: a line for each day or week, with views, likes or saves. It is read on this device, and nothing is saved until you have seen it. Offline, the figures wait here and are sent when the server can be reached.',
  accept: '.csv,.tsv,.txt,text/csv',
  sources: [
    ['Your MLS', 'The listing traffic report as CSV, if yours has one; RESO column names are recognized'],
    [
      'Portals',
      'Most sites show figures only on a page: type them under Enter Figures on the listing’s dashboard, or into a table',
    ],
    [
      'Any spreadsheet',
      'Columns such as Address, Platform, Date, Views, Likes, Saves, or Date, Zillow Views, Redfin Views; save as CSV',
    ],
  ],
  doneNotificationTitle: 'Figures Imported',
  linkToImported: { to: '/my-listings', words: 'Show Listings' },
  mergeHint:
    'A listing has one set of figures for each platform and day. Replace puts the file’s in their place; what the file leaves blank stays as it was.',
  undoHint: 'Replaced figures come back. Figures changed since the import stay.',
  // Figures are always of past days, so past days are not skipped.
  mayContainPastDates: false,
  refusedFileColumns: [
    ['address', 'Address'],
    ['platform', 'Platform'],
    ['date', 'Date'],
    ['views', 'Views'],
    ['likes', 'Likes'],
    ['saves', 'Saves'],
  ],
  columns: [
    { header: 'Listing', phone: 'lead', cell: ({ record }) => textOf(record['address']) },
    { header: 'Day', phone: 'end', cell: ({ record }) => formatDate(textOf(record['date']), '') },
    { header: 'Figures', phone: 'wide', cell: ({ record }) => figuresText(record) },
  ],
  choices: [
    { value: 'merge', label: 'Replace' },
    { value: 'skip', label: 'Keep as it is' },
  ],
  duplicateReason: (one) =>
    one.verdict === 'repeat' ? `Also on line ${one.ofLine} of this file` : `Here: ${one.knownDescription}`,
  MissingFieldsForm: FigureSourceForm,
}

/** Returns "Zillow: 74 views, 14 likes". `of_days`: the file has one total for this many days, of which the record is one day's share. */
function figuresText(record: Fields): string {
  const days = Number(record['of_days'])
  const share = days > 1 ? `, 1 of ${days} days of a total` : ''
  return `${platformName(textOf(record['platform']))}: ${figuresInWords(record)}${share}`
}
