import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ApiTokenScope } from '#core/contract/account.ts'
import type { NewAppointment } from '#core/contract/appointment.ts'
import type { NewClient } from '#core/contract/client.ts'
import type { NewDoorCard } from '#core/contract/door-card.ts'
import type { NewExposureReading } from '#core/contract/exposure.ts'
import type { NewFollowUp } from '#core/contract/follow-up.ts'
import type { NewInteraction } from '#core/contract/interaction.ts'
import type { ListedBy } from '#core/contract/listing.ts'
import type { Consent } from '#core/contract/open-house-visit.ts'
import type { NewOpenHouse } from '#core/contract/open-house.ts'
import type { NewProperty, PropertyOverrides } from '#core/contract/property.ts'
import type { NewShowing } from '#core/contract/showing.ts'
import type { TourPreferences } from '#core/contract/tour-preferences.ts'
import type { TourStatus } from '#core/contract/record-statuses.ts'
import type { Tour, TourPlanning, TourStep, DroppedStop, TourPlan, TourStop } from '#core/contract/tour.ts'
import type { OwnEntity, TableOf } from '#core/kinds/all-kinds.ts'

/** All tables, for Kysely. Money is in whole cents; `version` is the record's ETag. */
export type Tables = OfEveryKind<{
  agents: AgentsTable
  sessions: SessionsTable
  api_tokens: ApiTokensTable
  password_resets: PasswordResetsTable
  invitations: InvitationsTable
  login_failures: LoginFailuresTable
  agent_versions: AgentVersionsTable
  idempotency_keys: IdempotencyKeysTable
  tombstones: TombstonesTable
  settings: SettingsTable
  properties: PropertiesTable
  addresses: AddressesTable
  location_lookups: LocationLookupsTable
  geocoder_answers: GeocoderAnswersTable
  listings: ListingsTable
  listing_images: ListingImagesTable
  clients: OwnedRecord & Columns<NewClient>
  // Local dates and times are strings. The driver would convert dates to a time zone, so use `readAsJson`.
  showings: AtListing & Columns<NewShowing>
  open_houses: AtListing & Columns<NewOpenHouse>
  open_house_visits: OpenHouseVisitsTable
  appointments: OwnedRecord & Columns<NewAppointment>
  interactions: OwnedRecord & Columns<NewInteraction>
  follow_ups: OwnedRecord & Columns<NewFollowUp>
  door_cards: OwnedRecord & Columns<NewDoorCard>
  exposure_figures: ExposureFiguresView
  exposure_readings: ExposureReadingsTable
  listing_price_changes: ListingPriceChangesTable
  calendar_feeds: CalendarFeedsTable
  survey_questionnaires: SurveyQuestionnairesTable
  survey_codes: SurveyCodesTable
  survey_sessions: SurveySessionsTable
  survey_texts: SurveyTextsTable
  survey_keys: SurveyKeysTable
  survey_tally: SurveyCountsTable
  survey_tally_log: SurveyTallyLogTable
  /** A view: `survey_tally` plus `survey_tally_log`. */
  survey_counts: SurveyCountsTable
  tours: ToursTable
  version_history: VersionHistoryTable
  shared_history: SharedHistoryTable
}>

/** A compile-time check that no kind's table is missing. */
type OfEveryKind<All extends Record<TableOf<OwnEntity>, OwnedRecord>> = All

type AgentsTable = {
  id: Generated<number>
  username: string
  /** Lower case; unique. */
  username_key: string
  email: string
  /** Lower case; unique. */
  email_key: string
  password_hash: string
  first_name: Generated<string>
  last_name: Generated<string>
  license_number: Generated<string>
  phone_number: Generated<string>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  closed_at: Generated<Date | null>
  /** SHA-256 of the code with which the agent of a closed account may still export unsent work from a device. */
  release_code_hash: Generated<string | null>
}

/** The history token of every version (decision 22). Filled by triggers. */
type VersionHistoryTable = { agent_id: number; version: number; mark: Generated<string>; made_at: Generated<Date> }

/** The history token of every transaction that changed shared records. Filled by triggers. */
type SharedHistoryTable = { transaction: Generated<string>; mark: Generated<string>; made_at: Generated<Date> }

type SessionsTable = {
  /** SHA-256 of the cookie's value, so that a stolen database opens no session. */
  token_hash: string
  id: Generated<number>
  agent_id: number
  /** The `User-Agent` of the browser that last used the session. */
  user_agent: Generated<string>
  created_at: Generated<Date>
  /** `sessionDays` after the last use. */
  expires_at: Date
  /** SHA-256 of the secret that ends kiosk mode; null otherwise. */
  kiosk_release_hash: Generated<string | null>
}

type ApiTokensTable = {
  id: Generated<number>
  agent_id: number
  name: string
  scope: ApiTokenScope
  token_hash: string
  created_at: Generated<Date>
  last_used_at: Date | null
}

type PasswordResetsTable = { agent_id: number; code_hash: string; expires_at: Date }

type InvitationsTable = { token_hash: string; expires_at: Date }

type LoginFailuresTable = {
  /** A keyed hash of a username or a network address, so that neither is stored in clear text. */
  subject: string
  failures: number
  last_failed_at: Date
  blocked_until: Date
}

type AgentVersionsTable = { agent_id: number; version: number }

type IdempotencyKeysTable = {
  agent_id: number
  key: string
  request_hash: string
  status: number
  headers: string
  /** The JSON as sent; empty for no body. */
  body: string
  created_at: Generated<Date>
}

type TombstonesTable = {
  id: Generated<number>
  /** The owner; null if all agents could see the record. */
  agent_id: number | null
  entity: string
  record_id: number
  version: number
  /** The transaction of the deletion. */
  changed_xid: Generated<string>
  deleted_at: Generated<Date>
}

type SettingsTable = { name: string; value: string }

type PropertiesTable = Columns<Omit<NewProperty, 'price' | 'is_private'>> & {
  id: Generated<number>
  version: Generated<number>
  /** Visible to `created_by` only. */
  is_private: Generated<boolean>
  /** Normalized street, city and ZIP code; unique among shared properties, and among an agent's private ones. */
  identity: string
  /** Null for imported properties. */
  created_by: number | null
  client_key: string | null
  price_cents: number | null
  /** A `LocationSuggestion`: the geocoder's result, for the agent to confirm if the home has no location. */
  location_suggestion: Generated<unknown>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** The transaction of the last change, set by a trigger for the feed. */
  changed_xid: Generated<string>
}

/** Coordinates from address files. `house`: ZIP code, number and street. `detail`: directions, street suffix and unit. */
type AddressesTable = { house: string; detail: string; city: string; latitude: number; longitude: number }

/** Properties whose location is to be looked up. Rows are added and removed by triggers. */
type LocationLookupsTable = {
  property_id: number
  /** The next lookup: in `addresses`, or by the geocoder. */
  step: 'addresses' | 'geocoder'
  /** Failures of the geocoder. */
  attempts: number
  /** Null if there is nothing left to try. */
  due_at: Date | null
  /** The geocoder that found no location. */
  asked: string | null
}

type GeocoderAnswersTable = { provider: string; address: string; answer: unknown; answered_at: Generated<Date> }

type OwnedRecord = {
  id: Generated<number>
  agent_id: number
  /** The agent's version at the last change of the record. */
  version: number
  /** Operation id of the create; unique per agent. */
  client_key: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** The tables whose rows each belong to one agent. */
export type OwnTable = {
  [Name in keyof Tables]: Tables[Name] extends OwnedRecord ? Name : never
}[keyof Tables]

type ListingsTable = OwnedRecord & {
  property_id: number
  price_cents: number
  description: string
  status: string
  seller_note: Generated<string>
  property_overrides: Generated<PropertyOverrides | null>
  /** The broker of a home to show; null for the agent's own listing. */
  listed_by: Generated<ListedBy | null>
  /** The transaction that last changed the part that other agents see, set by a trigger. */
  changed_xid: Generated<string>
}

type ListingImagesTable = OwnedRecord & {
  listing_id: number
  /** Name of the photo in the photo store, 128 random bits. */
  photo_name: string
  /** Width of the widest copy in pixels. */
  widest: number
  caption: Generated<string>
  is_primary: Generated<boolean>
  /** Lower is earlier; equal positions are ordered by id. */
  position: number
}

type Columns<Contract> = { [Field in keyof Contract]: Generated<Contract[Field]> }

type AtListing = OwnedRecord & { listing_id: number }

type OpenHouseVisitsTable = OwnedRecord & {
  open_house_id: number
  client_email: string
  client: number | null
  name: string
  phone_number: string
  consents: ColumnType<Consent[], string, string>
  /** By the clock of the visitor's device. */
  signed_in_at: ColumnType<Date | null, string | null, string | null>
  follow_up: Generated<string>
}

/** JSON is written as text. */
type JsonColumn<Value> = ColumnType<Value, string, string>

type ToursTable = OwnedRecord & {
  client_email: string
  client: number | null
  tour_date: string
  start_time: string
  end_time: string
  status: TourStatus
  planning: TourPlanning
  visit_lengths: JsonColumn<Tour['visit_lengths']>
  selected_listings: JsonColumn<number[]>
  preferences: JsonColumn<TourPreferences>
  stops: JsonColumn<TourStop[]>
  lunch: ColumnType<TourPlan['lunch'], string | null, string | null>
  dropped: JsonColumn<DroppedStop[]>
  steps: JsonColumn<TourStep[]>
  /** Miles. */
  total_distance: number
  /** Minutes. */
  estimated_duration: number
}

/** `cleared`: the names of the counts that a reading makes unknown. */
type ExposureReadingsTable = OwnedRecord &
  Columns<Omit<NewExposureReading, 'cleared'>> & { cleared: JsonColumn<NewExposureReading['cleared']> }

/** The newest counts of `exposure_readings`. */
type ExposureFiguresView = {
  listing_id: number
  platform: string
  date: string
  /** Null if unknown. */
  views: number | null
  likes: number | null
  saves: number | null
}

/** Written only by a trigger. */
type ListingPriceChangesTable = {
  id: Generated<number>
  listing_id: number
  from_cents: number
  to_cents: number
  changed_at: Generated<Date>
}

type CalendarFeedsTable = {
  agent_id: number
  /** Part of the feed's URL. In clear text, so that the agent can copy it again. */
  secret: string
  created_at: Generated<Date>
}

type SurveyQuestionnairesTable = {
  version: number
  /** JSON as published. */
  questions: ColumnType<unknown, string, string>
  published_at: Generated<Date>
}

/** What survey sessions are counted by, such as a chosen answer. `place`: the rank of a ranked choice, otherwise 0. See `CodeName`. */
type SurveyCodesTable = { code: Generated<number>; kind: string; question_id: string; value: string; place: number }

type SurveySessionsTable = {
  id: Generated<string>
  /** Ascending in order of arrival. */
  number: Generated<number>
  client_key: string | null
  /** Version of the questionnaire. */
  version: number
  /** Local date of the respondent's device. */
  started_on: string
  /** Revision of the device's latest save. */
  revision: Generated<number>
  is_completed: Generated<boolean>
  /** Hash of the submission that completed it. */
  completed_hash: string | null
  seconds_taken: number | null
  email: Generated<string>
  /** Codes of all answers except texts, as in `survey_codes`, each once; a trigger updates the tally. */
  codes: number[]
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Answers in the respondents' own words, with the session's number, version and date to filter and sort by. */
type SurveyTextsTable = {
  session_id: string
  question_id: string
  session_number: number
  version: number
  started_on: string
  text: string
}

/** The answers to writes of the survey, by idempotency key. */
type SurveyKeysTable = {
  session_id: string
  key: string
  request_hash: string
  body: string
  created_at: Generated<Date>
}

type SurveyCountsTable = { started_on: string; version: number; code: number; count: number }

/** Codes that sessions gained and lost, not yet counted in `survey_tally`. */
type SurveyTallyLogTable = {
  id: Generated<number>
  started_on: string
  version: number
  added: number[]
  removed: number[]
}

export type AgentRow = Selectable<AgentsTable>
