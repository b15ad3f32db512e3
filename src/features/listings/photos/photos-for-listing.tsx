import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { useLoadState, listingsNotHere } from '#records/states/load-state.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { addressOf } from '#features/listings/list/listing-row-kinds.ts'
import { useListings } from '#features/listings/list/listings-queries.ts'
import styles from './photos.module.css'
import { useAddingPhotos } from './add-photos.ts'

const maxShown = 30

type PhotosForListingProps = { files: readonly File[]; onAdded: (listingKey: LocalKey) => void }

/** Lets the agent choose the listing for photos that were shared with the app, then adds them to it. */
export function PhotosForListing({ files, onAdded }: PhotosForListingProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<LocalKey | null>(null)
  const areListingsLoaded = useLoadState('listing') === 'known'
  const found = useListings(text, 'newest', maxShown)
  // `complete` is false while the search has not seen all listings on the device.
  const findsNothing = found?.complete === true && found.total === 0
  const thesePhotos = files.length === 1 ? 'this photo' : `these ${files.length} photos`
  if (chosen !== null) return <Adding listingKey={chosen} files={files} onAdded={() => onAdded(chosen)} />
  return (
    <Card title={`Which listing is ${files.length === 1 ? 'it' : 'this'} for?`}>
      <div className={styles.body}>
        <Pictures files={files} />
        <TextField
          label="Search Listings"
          name="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {findsNothing && !areListingsLoaded && <p>{listingsNotHere}</p>}
        {findsNothing && areListingsLoaded && (
          <>
            <p>No listings found. Create one, then share {thesePhotos} again.</p>
            <div>
              <Link to="/listings/new" className={buttonClass({ variant: 'primary' })}>
                Create Listing
              </Link>
            </div>
          </>
        )}
        <ul className={styles.listings}>
          {found?.listings.map((listing) => (
            <li key={listing.key}>
              <Button onClick={() => setChosen(listing.key)}>{addressOf(listing)}</Button>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

function Pictures({ files }: { files: readonly File[] }) {
  return (
    <div className={styles.pictures}>
      {files.slice(0, 6).map((file) => (
        <img key={`${file.name} ${file.size} ${file.lastModified}`} ref={(image) => showFile(image, file)} alt="" />
      ))}
    </div>
  )
}

/** Shows the file until the image unmounts. */
function showFile(image: HTMLImageElement | null, file: File) {
  if (image === null) return
  const address = URL.createObjectURL(file)
  image.src = address
  return () => URL.revokeObjectURL(address)
}

function Adding({ listingKey, files, onAdded }: { listingKey: LocalKey; files: readonly File[]; onAdded: () => void }) {
  const { add, progress, refusal } = useAddingPhotos(listingKey)
  const isStarted = useRef(false)
  const wasAdding = useRef(false)
  const leave = useEffectEvent(onAdded)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    add(files)
  }, [add, files])
  // `progress` is null before the first photo and after the last one.
  useEffect(() => {
    if (progress !== null) wasAdding.current = true
    else if (wasAdding.current && refusal === null) leave()
  }, [progress, refusal])
  return (
    <Card title="Adding photos">
      {progress !== null && <Progress label="Photos added" value={progress.done} max={progress.total} />}
      {refusal !== null && (
        <Banner tone="danger" role="alert">
          {[refusal.title, ...refusal.lines].join(' ')} <Button onClick={onAdded}>Open the Listing</Button>
        </Banner>
      )}
    </Card>
  )
}
