import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useId, useMemo, useState } from 'react'
import { searchRecords, type SearchableRecord } from '#core/domain/search/search-records.ts'
import { parseDay } from '#core/domain/time/calendar-days.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { choiceAfter, ChoiceList, optionId } from '#ui/fields/combo-field.tsx'
import { DialogFrame } from '#ui/dialogs/dialog-frame.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import {
  CalendarIcon,
  ChartLineIcon,
  ChevronRightIcon,
  CloseIcon,
  EyeIcon,
  HouseIcon,
  HousePlusIcon,
  LogInIcon,
  KeyIcon,
  MailIcon,
  PhoneIcon,
  RouteIcon,
  SunIcon,
  UsersIcon,
} from '#ui/icons/icon.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './search.module.css'
import type { FoundRecord, SearchResultKind } from './read-searchable-records.ts'
import { useSearchableRecords } from './use-searchable-records.ts'
import { splitAddress } from '#core/domain/addresses/pasted-address.ts'
import { sharedHome } from '#core/domain/addresses/shared-home.ts'
import { normalizeSearchText } from '#core/domain/listings/listing-rules.ts'
import { formatLongDate } from '#core/format/dates.ts'

type Found = Pick<FoundRecord, 'key' | 'title' | 'note' | 'path'> & { kind: SearchResultKind | 'Action' | 'Day' }

/** More results than fit on any screen; another letter narrows the search. */
const maxShown = 30

type SearchSheetProps = {
  onClose: () => void
  /** Opens the list of keyboard shortcuts. */
  onOpenShortcuts: () => void
  /** Called with the searched text if it is an address, otherwise with ''. */
  onAddHome: (address: string) => void
}

export function SearchSheet({ onClose, onOpenShortcuts, onAddHome }: SearchSheetProps) {
  const router = useRouter()
  const listId = useId()
  const { isComplete, typed, type, words, found, choices, activeIndex, activeKey, stepBy, choiceNow } =
    useSearch(listId)

  function open({ path }: Found): void {
    if (path === keysPath) return onOpenShortcuts()
    if (path === addHomePath) return onAddHome(addHomeAction(typed).length === 0 ? '' : typed.trim())
    onClose()
    void router.navigate({ href: path })
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) stepBy(step)
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') {
      const now = choiceNow()
      if (now !== undefined) open(now)
    } else return
    event.preventDefault()
  }

  return (
    <DialogFrame
      open
      onClose={onClose}
      role="dialog"
      size="tall"
      title={<VisuallyHidden>Find anything</VisuallyHidden>}
      titleActions={
        <>
          <SearchBox
            typed={typed}
            listId={found.length > 0 ? listId : undefined}
            activeId={activeKey === null ? undefined : optionId(listId, activeIndex)}
            onType={type}
            onKeyDown={press}
          />
          <IconButton label="Close" onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </>
      }
    >
      <div className={styles.found}>
        <ResultCount count={found.length} words={words.trim()} isComplete={isComplete} />
        {found.length > 0 && (
          <ChoiceList
            id={listId}
            label="Found"
            className={styles.list}
            choices={choices}
            active={activeKey}
            onChoose={(key) => found.filter((one) => one.key === key).forEach(open)}
          />
        )}
      </div>
    </DialogFrame>
  )
}

function useSearch(listId: string) {
  const { clock } = useDevice()
  const { records, isComplete } = useSearchableRecords()
  const today = dateOfInstant(clock.now())
  const [typed, setTyped] = useState('')
  const [chosen, choose] = useState<string | null>(null)
  // Deferred, so that a letter is shown before the records are searched.
  const words = useDeferredValue(typed)
  const found = useMemo(() => findAnything(records, words, today), [records, words, today])
  const activeIndex = Math.max(
    0,
    found.findIndex(({ key }) => key === chosen),
  )

  const activeKey = found[activeIndex]?.key ?? null
  useEffect(() => {
    if (activeKey !== null) document.getElementById(optionId(listId, activeIndex))?.scrollIntoView({ block: 'nearest' })
  }, [listId, activeKey, activeIndex])

  function type(next: string): void {
    setTyped(next)
    choose(null)
  }

  const choices = choicesOf(found)
  function stepBy(step: number): void {
    choose(choiceAfter(choices, activeIndex, step))
  }

  /** Returns the choice for the text as typed now, which the deferred search may not have reached. */
  function choiceNow(): Found | undefined {
    return words === typed ? found[activeIndex] : findAnything(records, typed, today)[0]
  }

  return { isComplete, typed, type, words, found, choices, activeIndex, activeKey, stepBy, choiceNow }
}

type SearchBoxProps = {
  typed: string
  /** Id of the result list; undefined while nothing is found. */
  listId: string | undefined
  activeId: string | undefined
  onType: (words: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function SearchBox({ typed, listId, activeId, onType, onKeyDown }: SearchBoxProps) {
  return (
    <SearchField
      className={styles.field}
      label="Search everything"
      placeholder="Clients, listings, tours, days..."
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={listId !== undefined}
      aria-controls={listId}
      aria-activedescendant={activeId}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

type ResultCountProps = { count: number; words: string; isComplete: boolean }

/** Says that nothing is found or that records are still being read; only screen readers get the number of results. */
function ResultCount({ count, words, isComplete }: ResultCountProps) {
  return (
    <p className={styles.none} role="status">
      {count === 0 && (isComplete ? `Nothing found for “${words}”.` : 'Looking...')}
      {count > 0 && words !== '' && <VisuallyHidden>{countLabel(count)}</VisuallyHidden>}
    </p>
  )
}

function choicesOf(found: readonly Found[]) {
  return found.map(({ key, title, note, kind }) => ({
    key,
    label: title,
    note: kind === 'Action' ? undefined : [kind, note].filter(Boolean).join(' · '),
    icon: icons[kind],
  }))
}

/** Returns the records, actions and day that match; all actions if nothing is typed. */
function findAnything(records: readonly FoundRecord[], words: string, today: string): readonly Found[] {
  if (words.trim() === '') return foundActions
  const found = searchRecords<FoundRecord | (typeof foundActions)[number]>(
    [...foundActions, ...records],
    words,
    today,
    maxShown,
  )
  const day = parseDay(words, today)
  if (day === undefined) return found.length === 0 ? addHomeAction(words) : found
  const path = day === today ? '/today' : `/today?date=${day}`
  return [{ key: `Day ${day}`, kind: 'Day', title: formatLongDate(day), note: 'what is planned', path }, ...found]
}

function countLabel(count: number): string {
  if (count >= maxShown) return `Showing the best ${count}.`
  return count === 1 ? 'One found.' : `${count} found.`
}

const icons: Record<Found['kind'], ReactNode> = {
  Client: <UsersIcon />,
  Listing: <HouseIcon />,
  'Home I show': <HouseIcon />,
  Tour: <RouteIcon />,
  Showing: <EyeIcon />,
  'Open house': <LogInIcon />,
  Visitor: <UsersIcon />,
  Appointment: <CalendarIcon />,
  'Follow-up': <PhoneIcon />,
  History: <MailIcon />,
  'Door card': <KeyIcon />,
  Property: <HousePlusIcon />,
  'Seller report': <ChartLineIcon />,
  Action: <ChevronRightIcon />,
  Day: <SunIcon />,
}

type FoundAction = SearchableRecord & { kind: 'Action'; title: string; note: string; path: string }

/** This and `addHomePath` take the place of a path in `actions`. */
const keysPath = '?'

const addHomePath = '+'

const actions: [title: string, path: string, otherWords: string][] = [
  ['Today', '/today', 'day agenda'],
  ['Add New Client', '/clients/new', 'create contact person buyer seller'],
  ['Create Listing', '/listings/new', 'new home property'],
  ['Add a home', addHomePath, 'new home property to show of another broker'],
  ['Create Tour', '/tours/new', 'new plan route'],
  ['New Showing', '/today?new=showing', 'create add visit buyer'],
  ['New Appointment', '/dashboard?new=appointment', 'create add calendar event meeting'],
  ['New Open House', '/today?new=open-house', 'create add visitors'],
  ['Dashboard', '/dashboard', 'calendar appointments'],
  ['My Listings', '/my-listings', 'homes'],
  ['Clients', '/clients', 'people contacts'],
  ['My Tours', '/tours', ''],
  ['Survey Analytics', '/questionnaire/analytics', 'questionnaire answers'],
  ['Take Survey', '/questionnaire', ''],
  ['Import Clients', '/clients/import', 'contacts csv vcard address book upload file'],
  ['Import Listings', '/listings/import', 'mls csv reso homes properties upload file'],
  ['Import Appointments', '/appointments/import', 'calendar ics google outlook apple upload file'],
  ['Import Figures', '/figures/import', 'exposure views likes saves zillow redfin realtor csv upload file'],
  ['Outbox', '/outbox', 'sync waiting unsent'],
  ['Settings', '/settings', 'profile export theme api'],
  ['Keyboard shortcuts', keysPath, 'keys help'],
]

/** Offered if nothing is found: adds a home at the typed address. */
function addHomeAction(words: string): readonly FoundAction[] {
  if (splitAddress(words) === null && sharedHome(words) === null) return []
  const title = `Add a home: ${words.trim()}`
  return [
    { key: `Action ${addHomePath}`, kind: 'Action', order: -1, title, lead: '', note: '', path: addHomePath, text: '' },
  ]
}

const foundActions: readonly FoundAction[] = actions.map(([title, path, otherWords]) => ({
  key: `Action ${path}`,
  kind: 'Action',
  order: -1,
  title,
  lead: normalizeSearchText(title),
  note: '',
  path,
  text: normalizeSearchText(`${title} ${otherWords}`),
}))
