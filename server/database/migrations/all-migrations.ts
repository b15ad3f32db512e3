import type { Migration } from 'kysely'
import { accounts } from './0001-accounts.ts'
import { writePath } from './0002-write-path.ts'
import { records } from './0003-records.ts'
import { propertyInListings } from './0004-property-in-listings.ts'
import { visits } from './0005-visits.ts'
import { survey } from './0006-survey.ts'
import { tours } from './0007-tours.ts'
import { imagePosition } from './0008-image-position.ts'
import { beginWrite } from './0009-begin-write.ts'
import { closedAccounts } from './0010-closed-accounts.ts'
import { deviceCounts } from './0011-device-counts.ts'
import { newestRevision } from './0012-newest-revision.ts'
import { historyTokens } from './0013-marks-of-history.ts'
import { comparingHistories } from './0014-comparing-histories.ts'
import { numbersOfAgents } from './0015-numbers-of-agents.ts'
import { peopleInVisits } from './0016-people-in-visits.ts'
import { interactionsAndFollowUps } from './0017-interactions-and-follow-ups.ts'
import { visitLengths } from './0018-visit-lengths.ts'
import { priceChanges } from './0019-price-changes.ts'
import { notesToSellers } from './0020-notes-to-sellers.ts'
import { unknownFigures } from './0021-unknown-figures.ts'
import { passwordResets } from './0022-password-resets.ts'
import { devicesOfSessions } from './0023-devices-of-sessions.ts'
import { scopesOfTokens } from './0024-scopes-of-tokens.ts'
import { invitations } from './0025-invitations.ts'
import { severalNewestVersions } from './0026-several-newest-versions.ts'
import { followUpsOfVisitors } from './0027-follow-ups-of-visitors.ts'
import { pricesInTheFeed } from './0028-prices-in-the-feed.ts'
import { locations } from './0029-locations.ts'
import { addressLookups } from './0031-address-lookups.ts'
import { doorCards } from './0032-door-cards.ts'
import { propertyOverrides } from './0033-property-overrides.ts'
import { homesToShow } from './0034-homes-to-show.ts'
import { feedbackForSellers } from './0038-feedback-for-sellers.ts'
import { kioskSessions } from './0038-kiosk-sessions.ts'
import { exposureReadings } from './0039-exposure-readings.ts'

/**
 * Listed in code, so that they are part of the bundle. Append only: never change a released migration. Missing and equal numbers are harmless:
 * Kysely runs the migrations in the order of the whole names.
 */
export const allMigrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-write-path': writePath,
  '0003-records': records,
  '0004-property-in-listings': propertyInListings,
  '0005-visits': visits,
  '0006-survey': survey,
  '0007-tours': tours,
  '0008-image-position': imagePosition,
  '0009-begin-write': beginWrite,
  '0010-closed-accounts': closedAccounts,
  '0011-device-counts': deviceCounts,
  '0012-newest-revision': newestRevision,
  '0013-marks-of-history': historyTokens,
  '0014-comparing-histories': comparingHistories,
  '0015-numbers-of-agents': numbersOfAgents,
  '0016-people-in-visits': peopleInVisits,
  '0017-interactions-and-follow-ups': interactionsAndFollowUps,
  '0018-visit-lengths': visitLengths,
  '0019-price-changes': priceChanges,
  '0020-notes-to-sellers': notesToSellers,
  '0021-unknown-figures': unknownFigures,
  '0022-password-resets': passwordResets,
  '0023-devices-of-sessions': devicesOfSessions,
  '0024-scopes-of-tokens': scopesOfTokens,
  '0025-invitations': invitations,
  '0026-several-newest-versions': severalNewestVersions,
  '0027-follow-ups-of-visitors': followUpsOfVisitors,
  '0028-prices-in-the-feed': pricesInTheFeed,
  '0029-locations': locations,
  '0031-address-lookups': addressLookups,
  '0032-door-cards': doorCards,
  '0033-property-overrides': propertyOverrides,
  '0034-homes-to-show': homesToShow,
  '0038-feedback-for-sellers': feedbackForSellers,
  '0038-kiosk-sessions': kioskSessions,
  '0039-exposure-readings': exposureReadings,
}
