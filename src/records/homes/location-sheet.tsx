import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import {
  type CoordinatesFound,
  coordinatesInText,
  coordinatesText,
} from '#core/domain/addresses/coordinates-in-text.ts'
import type { Place } from '#core/domain/travel/driving.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { DialogForm } from '#ui/form/record-form.tsx'
import { setFieldValue } from '#ui/form/use-form-draft.ts'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { TextField } from '#ui/fields/field.tsx'
import {
  changeHomeWithUndo,
  factsOf,
  type Home,
  type LocationSuggestion,
  suggestionFor,
  useLocationText,
} from './home.ts'
import styles from './location-sheet.module.css'
import { PinSketch, type Surroundings, useSurroundings } from './pin-sketch.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { myLocationText, useMyLocation } from './use-my-location.ts'
import { useRef } from 'react'
import { farPlace, type FarPlace } from '#core/domain/travel/map-pin.ts'
import { homeName } from '#core/domain/travel/place-of-home.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import type { FormRefusal } from '#ui/form/use-record-form.ts'
import { formatNumber } from '#core/format/numbers.ts'

type LocationSheetProps = { home: Home; onClose: () => void }

/** Sets a home's location from the device's location, pasted coordinates or a pin. Works offline. */
export function LocationSheet({ home, onClose }: LocationSheetProps) {
  const surroundings = useSurroundings(home)
  return (
    <Sheet open title="Set location" onClose={onClose}>
      <LocationForm home={home} surroundings={surroundings} onClose={onClose} />
    </Sheet>
  )
}

type LocationText = { coordinates: string }

const problemTexts: Readonly<Record<Exclude<CoordinatesFound['kind'], 'place'>, string>> = {
  'short-link': 'This short link hides the coordinates. Open it, then share or copy the long link or the coordinates.',
  'link-without-place':
    'This link has no coordinates. In the map, press and hold the house, then copy its coordinates.',
  impossible: 'These coordinates don’t exist: latitude is at most 90, longitude at most 180.',
  none: 'Paste coordinates such as 45.5122, -122.6587, or a link from a map.',
}

const schema = v.object({
  coordinates: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Use your location, paste coordinates, or move the pin.'),
    v.transform(coordinatesInText),
    v.check(
      (found) => found.kind === 'place',
      ({ input }) => (input.kind === 'place' ? '' : problemTexts[input.kind]),
    ),
    v.transform((found): Place | null => (found.kind === 'place' ? found.place : null)),
  ),
})

type LocationFormProps = LocationSheetProps & { surroundings: Surroundings | undefined }

/** Every way to choose a place fills the same text field, so that the form's draft stores the place. */
function LocationForm({ home, surroundings, onClose }: LocationFormProps) {
  const farPlaces = useFarPlaces(home)
  const form = useSavedLocation(home, { questionFor: (place) => farPlaces.questionFor(place), onSaved: onClose })
  const field = form.field('coordinates')
  const words = useLocationText(home)
  const typed = useWatch({ control: form.form.control, name: 'coordinates' })
  const chosen = coordinatesInText(typed)
  const warning = chosen.kind === 'place' ? farPlaces.warningOf(chosen.place) : null

  function choose(place: Place): void {
    form.form.clearErrors('form')
    setFieldValue(form.form, 'coordinates', coordinatesText(place))
  }

  function confirm(place: Place): void {
    choose(place)
    form.formProps.onSubmit()
  }

  return (
    <DialogForm form={form} label="Set location" submitLabel="Save location" onCancel={onClose}>
      <p>
        <b>{factsOf(home).address}</b>
        <br />
        {words}
      </p>
      <Suggested home={home} onConfirm={confirm} />
      <MyLocation onTake={choose} />
      <TextField
        {...field}
        onChange={(event) => {
          form.form.clearErrors('form')
          void field.onChange(event)
        }}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="45.5122, -122.6587"
        hint="From Google Maps, Apple Maps or OpenStreetMap. Nothing is looked up on the internet."
      />
      {warning !== null && <FarAway warning={warning} onCorrect={choose} />}
      <Pin place={chosen.kind === 'place' ? chosen.place : null} surroundings={surroundings} onMove={choose} />
    </DialogForm>
  )
}

type SavedLocationOptions = { questionFor: ReturnType<typeof useFarPlaces>['questionFor']; onSaved: () => void }

/** Saves the place with the agent as its source. If `questionFor` returns a question, shows it instead; saving again then confirms the place. */
function useSavedLocation(home: Home, { questionFor, onSaved }: SavedLocationOptions) {
  const device = useDevice()
  const { property, listing } = home
  return useEntityForm<'listing' | 'property', LocationText, v.InferOutput<typeof schema>>({
    entity: property === null ? 'listing' : 'property',
    record: property ?? listing,
    draftName: 'location',
    schema,
    opened: { coordinates: '' },
    labels: { coordinates: 'Coordinates or a map link' },
    save: async ({ parsed: { coordinates } }) => {
      if (coordinates === null) return
      const question = await questionFor(coordinates)
      if (question !== undefined) return question
      const { latitude, longitude } = coordinates
      const changes = { latitude, longitude, location_source: 'agent' }
      await changeHomeWithUndo(device, home, changes, `The location of ${factsOf(home).address} is set.`)
    },
    onSaved,
  })
}

type FarAwayProps = { warning: FarPlaceWarning; onCorrect: (place: Place) => void }

/** Warns of a place far from the ZIP code or city, but does not refuse it, because the ZIP code may be wrong instead. */
function FarAway({ warning: { words, corrected }, onCorrect }: FarAwayProps) {
  return (
    <Banner tone="warning" role="status">
      <p>{corrected === null ? words : `${words} The longitude may have lost its minus sign.`}</p>
      {corrected !== null && <Button onClick={() => onCorrect(corrected)}>Use {coordinatesText(corrected)}</Button>}
    </Banner>
  )
}

type SuggestedProps = { home: Home; onConfirm: (place: Place) => void }

function Suggested({ home, onConfirm }: SuggestedProps) {
  const suggestion = suggestionFor(home)
  if (suggestion === null) return null
  return (
    <Banner>
      <p>{suggestionWords(suggestion)}</p>
      <Button onClick={() => onConfirm(suggestion.place)}>Confirm</Button>
    </Banner>
  )
}

function suggestionWords({ label, provider, attribution }: LocationSuggestion): string {
  const found = `${provider} found ${label === '' ? 'a place nearby' : `“${label}”`}.`
  const words = `${found.charAt(0).toUpperCase()}${found.slice(1)} It may not be this house. Confirm only if it is.`
  return attribution === '' ? words : `${words} ${attribution}`
}

function MyLocation({ onTake }: { onTake: (place: Place) => void }) {
  const { location, start, take } = useMyLocation()
  const place = location.kind === 'off' ? null : location.fix
  const words = myLocationText(location)
  return (
    <div className={styles.mine}>
      {location.kind === 'looking' || location.kind === 'found' ? (
        <Button
          size="large"
          variant="primary"
          aria-disabled={place === null}
          onClick={() => {
            const taken = take()
            if (taken !== null) onTake(taken)
          }}
        >
          Use this location
        </Button>
      ) : (
        <Button size="large" onClick={start}>
          {location.kind === 'failed' ? 'Try my location again' : 'Use my location'}
        </Button>
      )}
      <p role="status">{words}</p>
    </div>
  )
}

type PinProps = { place: Place | null; surroundings: Surroundings | undefined; onMove: (place: Place) => void }

function Pin({ place, surroundings, onMove }: PinProps) {
  if (surroundings === undefined) return null
  const { start, startWords, homes } = surroundings
  const at = place ?? start
  if (at === null)
    return <p className={styles.hint}>Without a ZIP code or other homes here, there is no place for a pin yet.</p>
  return (
    <>
      {place === null && <p className={styles.hint}>The pin begins at {startWords}.</p>}
      <PinSketch place={at} isGuess={place === null} homes={homes} onMove={onMove} />
    </>
  )
}

/** Returns a warning for a place far from the home's ZIP code or city, and a question that is shown once before saving it. */
function useFarPlaces(home: Home) {
  const { database } = useDevice()
  const area = useLiveQuery(() => areaOfHome(database, home), [database, home])
  /** The place for which the question was shown last; submitting it again confirms it. */
  const questioned = useRef<string | null>(null)

  return {
    /** Returns null if the place fits, or if neither ZIP code nor city is known. */
    warningOf: (place: Place) => warningOf(place, area ?? null),
    /** Returns the question before saving; undefined if the place fits or the question was already shown for it. */
    async questionFor(place: Place): Promise<FormRefusal | undefined> {
      const text = coordinatesText(place)
      if (questioned.current === text || warningOf(place, await areaOfHome(database, home)) === null) return undefined
      questioned.current = text
      return {
        message: 'This location is far from the home’s ZIP code or city. Press the button again if it is right.',
      }
    },
  }
}

type FarPlaceWarning = FarPlace & { words: string }

function warningOf(place: Place, area: Area | null): FarPlaceWarning | null {
  const far = area && farPlace(place, area.place)
  if (area === null || far === null) return null
  const miles = `${formatNumber(far.miles)} miles`
  return { ...far, words: `This is ${miles} from ${area.name}.` }
}

type Area = { place: Place; name: string }

/** Returns where the home should be: the middle of its ZIP code, or else its city, located by other homes there. */
async function areaOfHome(database: DeviceDatabase, home: Home): Promise<Area | null> {
  const { address = '', zip_code, city, state } = factsOf(home)
  // Ignores the home itself, whose location may be wrong.
  const isOther = (other: { address?: string | null | undefined }) =>
    homeName(other.address ?? '') !== homeName(address)
  const { placeOfZip, placeOfCity } = await placeFinder(database, [{ zip_code, city, state }], isOther)
  const ofZip = zip_code ? placeOfZip(zip_code) : null
  if (ofZip !== null) return { place: ofZip, name: city ? `${zip_code}, ${city}` : `${zip_code}` }
  const ofCity = city ? placeOfCity(city, state) : null
  return ofCity && { place: ofCity, name: `${city}` }
}
