import { useEffect, useState } from 'react'
import { placeText } from '#core/domain/listings/listing-display.ts'
import { type SharedHome, sharedHome } from '#core/domain/addresses/shared-home.ts'
import { loadZipNames } from '#storage/homes/zip-names.ts'
import { Card } from '#ui/layout/card.tsx'
import { AddHomeButton } from './add-home-button.tsx'
import type { OnHomeAdded } from './add-home.tsx'
import { formatDollars } from '#core/format/numbers.ts'

/** The home in a text that another app shared; null if it has none, or while it is being parsed. Links in the text are not opened. */
export function useSharedHome(text: string): SharedHome | null {
  const [read, setRead] = useState<{ text: string; home: SharedHome | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void loadZipNames().then((cityOf) => isCurrent && setRead({ text, home: sharedHome(text, cityOf) }))
    return () => {
      isCurrent = false
    }
  }, [text])
  return read?.text === text ? read.home : null
}

export function SharedHomeOffer({ home, text, onAdded }: { home: SharedHome; text: string; onAdded: OnHomeAdded }) {
  const facts = [placeText(home), home.price !== null && formatDollars(home.price)].filter(Boolean).join(' · ')
  return (
    <Card title={home.address} actions={<AddHomeButton variant="primary" text={text} onAdded={onAdded} />}>
      {facts}
    </Card>
  )
}
