import { type ReactNode, useEffect, useState } from 'react'
import { photoSource } from '#core/domain/listings/listing-display.ts'
import type { AttachedFile } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { liveQuery } from '#storage/reading/live-query.ts'
import { PhotoFrame } from '#ui/basics/photo-frame.tsx'
import type { PhotoRow } from './listing-row-kinds.ts'

type ListingPhotoProps = {
  photo: Pick<PhotoRow, 'image' | 'image_file'> | undefined
  address: string
  /** A description, if several photos of the listing are on screen. */
  alt?: string
  sizes?: string
  /** Replaces the house drawing and 'No Image', which are shown without a photo. */
  standIn?: ReactNode
  loading?: 'lazy' | 'eager'
  className?: string | undefined
  /** Overlays the photo. */
  children?: ReactNode
}

/** Shows a listing's photo from the server, or from this device until it is sent. */
export function ListingPhoto({
  photo,
  address,
  alt = `Photo of ${address}`,
  sizes,
  standIn,
  loading = 'lazy',
  className,
  children,
}: ListingPhotoProps) {
  const localAddress = useLocalPhoto(photo?.image_file)
  const onServer = photo?.image === undefined || photo.image === '' ? null : photoSource(photo.image)
  const source = onServer ?? (localAddress === undefined ? null : { src: localAddress })
  return (
    <PhotoFrame
      address={address}
      alt={alt}
      sizes={sizes}
      standIn={standIn}
      loading={loading}
      className={className}
      {...source}
    >
      {children}
    </PhotoFrame>
  )
}

/** Returns an object URL of a file stored on this device; undefined until it is read. */
function useLocalPhoto(file: AttachedFile | undefined): string | undefined {
  const { database } = useDevice()
  const [shown, setShown] = useState<{ blobKey: string; address: string }>()
  const blobKey = file?.blobKey
  const mediaType = file?.mediaType

  useEffect(() => {
    if (blobKey === undefined || mediaType === undefined) return
    let address: string | undefined
    let isMounted = true
    let stopReading = () => {}
    // The code is loaded on demand, because most photos are on the server.
    import('#storage/database/file-pieces.ts')
      .then(({ fileToShow }) => {
        if (!isMounted) return
        // A live query, so that the read is repeated if a page freeze aborts it (fault A24).
        const reading = liveQuery(async () => fileToShow(database, blobKey, mediaType)).subscribe({
          next: (blob) => {
            if (blob === null || address !== undefined) return
            address = URL.createObjectURL(blob)
            setShown({ blobKey, address })
            stopReading()
          },
          // The house drawing is shown, and the Outbox reports that the photo cannot be read.
          error: () => {},
        })
        stopReading = () => reading.unsubscribe()
      })
      .catch(() => undefined)
    return () => {
      isMounted = false
      stopReading()
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [database, blobKey, mediaType])

  return shown !== undefined && shown.blobKey === blobKey ? shown.address : undefined
}
