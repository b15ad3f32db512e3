import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const sources = ['src', 'sw'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => {
      const name = path.join(folder, file)
      return { name, text: readFileSync(path.join(root, name), 'utf8') }
    }),
)

const filesWith = (words: RegExp) =>
  sources
    .filter(({ text }) => words.test(text))
    .map(({ name }) => name)
    .toSorted()

test('the check finds the source files', () => {
  expect(sources.length).toBeGreaterThan(300)
})

test('C18: nothing is sent while a page closes, because the answer would be lost', () => {
  expect(filesWith(/sendBeacon|keepalive/)).toEqual([])
})

test('A23: local storage has flags, preferences and drafts, never an operation', () => {
  expect(filesWith(/localStorage\.setItem/)).toEqual([
    'src/features/dashboard/dashboard-cards.tsx',
    'src/state/completed-feedback.ts',
    'src/state/first-run.ts',
    'src/state/hidden-samples.ts',
    'src/state/host-name.ts',
    'src/state/install-prompt.ts',
    'src/state/last-views.ts',
    'src/state/pending-logout.ts',
    'src/state/preferences.ts',
    'src/state/recent-activity-store.ts',
    'src/state/session-channel.ts',
    'src/storage/drafts/exit-storage.ts',
    'src/storage/outbox/unsent-marker.ts',
    'src/storage/survey/survey-marker.ts',
  ])
  expect(filesWith(/writeAtExit\(/)).toEqual([
    // Drafts are never sent.
    'src/storage/drafts/drafts.ts',
    'src/storage/drafts/exit-storage.ts',
    // Answers of the survey are sent from its database only.
    'src/storage/survey/survey-exit-words.ts',
  ])
})

test('B11: no operation is deleted because of its age', () => {
  // Only the journal of sent operations expires.
  expect(filesWith(/deleteJournalBefore/).filter((name) => name.startsWith('src/core'))).toEqual([
    'src/core/sync/ports.ts',
    'src/core/sync/sync-once.ts',
  ])
  expect(filesWith(/maxRetentionTime|workbox-background-sync/)).toEqual([])
})

test('no code relies on content-visibility, which Safari before 18 lacks', () => {
  expect(filesWith(/contentvisibilityautostatechange|contentVisibility|checkVisibility/i)).toEqual([])
})

test('no code uses Intl for durations or words, which Firefox before 136 and 125 lacks', () => {
  expect(filesWith(/Intl\.(DurationFormat|Segmenter)/)).toEqual([])
})
