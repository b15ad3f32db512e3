import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { platformName } from '#core/domain/exposure/exposure-words.ts'
import { usualPlatforms } from '#core/domain/exposure/exposure-charts.ts'
import { useLoadState, listingsNotHere, noListingsYet } from '#records/states/load-state.tsx'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Card } from '#ui/layout/card.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/field.tsx'
import styles from './import.module.css'
import { savingFigures } from './save-figures.ts'
import type { MissingFieldsProps } from './screen-kind.ts'

/** Lets the agent choose the listing or platform if the file does not name it. `given` has the agent's values by field; `onGive` replaces them. */
export function FigureSourceForm({ missingFields, given, onGive }: MissingFieldsProps) {
  return (
    <Card title="Missing from the file">
      <div className={styles.body}>
        {missingFields.includes('listing') && <ListingChoice given={given} onGive={onGive} />}
        {missingFields.includes('platform') && <PlatformChoice given={given} onGive={onGive} />}
      </div>
    </Card>
  )
}

type ChoiceProps = Omit<MissingFieldsProps, 'missingFields'>

function ListingChoice({ given, onGive }: ChoiceProps) {
  const device = useDevice()
  const haveListingsLoaded = useLoadState('listing') === 'known'
  const listings = useLiveQuery(async () => (await savingFigures.listings?.(device)) ?? [], [device])
  if (listings === undefined) return null
  if (listings.length === 0 && !haveListingsLoaded) return <p>{listingsNotHere}</p>
  if (listings.length === 0)
    return (
      <p>
        {noListingsYet} <Link to="/listings/new">Create one</Link>, then choose this file again.
      </p>
    )
  return (
    <SelectField
      label="Listing"
      value={given['listing'] ?? ''}
      onChange={({ currentTarget }) => onGive({ ...given, listing: currentTarget.value })}
    >
      <option value="">Choose a listing</option>
      {listings
        .toSorted((one, other) => one.address.localeCompare(other.address))
        .map(({ key, address, status }) => (
          <option key={key} value={key}>
            {address} · {status}
          </option>
        ))}
    </SelectField>
  )
}

function PlatformChoice({ given, onGive }: ChoiceProps) {
  const platform = given['platform'] ?? ''
  const [isOther, setIsOther] = useState(platform !== '' && !usualPlatforms.includes(platform))
  const [name, setName] = useState(platform)
  return (
    <>
      <SelectField
        label="Platform"
        value={isOther ? 'other' : platform}
        onChange={({ currentTarget: { value } }) => {
          setIsOther(value === 'other')
          onGive({ ...given, platform: value === 'other' ? '' : value })
        }}
      >
        <option value="">Choose a platform</option>
        {usualPlatforms.map((one) => (
          <option key={one} value={one}>
            {platformName(one)}
          </option>
        ))}
        <option value="other">Other</option>
      </SelectField>
      {isOther && (
        <TextField
          label="Its name"
          value={name}
          autoComplete="off"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onBlur={() => onGive({ ...given, platform: name.trim() })}
        />
      )}
    </>
  )
}
