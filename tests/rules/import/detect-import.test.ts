import { expect, test } from 'vitest'
import { importOf } from '#files/import-formats.ts'
import { appleCalendar, googleCalendar, outlookCalendar } from '#tests/support/calendar-files.ts'
import {
  appleContacts,
  followUpBoss,
  googleContacts,
  olderGoogleContacts,
  oldPhone,
  outlook,
} from '#tests/support/contact-files.ts'
import { figuresOfTwoHomes, newerFigures } from '#tests/support/figure-files.ts'
import { agentScreen, condos, decimalCommas, redfinHomes, resoHomes, resoParts } from '#tests/support/home-files.ts'

test.each([
  ['appointments', [appleCalendar, googleCalendar, outlookCalendar]],
  ['clients', [appleContacts, followUpBoss, googleContacts, olderGoogleContacts, oldPhone, outlook]],
  ['listings', [agentScreen, condos, decimalCommas, redfinHomes, resoHomes, resoParts]],
  ['figures', [figuresOfTwoHomes, newerFigures]],
])('files with %s are recognized by how they start', (name, texts) => {
  const bytes = texts.map((text) => new TextEncoder().encode(text))
  expect(bytes.map(importOf)).toEqual(texts.map(() => name))
  // The start of a long file may be cut anywhere, even inside quotation marks.
  const starts = bytes.map((all) => Uint8Array.from(Buffer.concat([all.slice(0, -20), Buffer.from(',"and so')])))
  expect(starts.map(importOf)).toEqual(texts.map(() => name))
})

test.each([
  ['a table of people with homes that they sell', 'Name,Email,Address,City,State,Zip,Price'],
  ['headings that no import knows', 'Wer,Wie'],
  ['people without headings', 'Jo,Ng,jo@example.com'],
  ['a picture by the wrong name', '\u0000\u0001"'],
])('%s is taken for a list of clients', (_, text) => {
  expect(importOf(new TextEncoder().encode(text))).toBe('clients')
})
