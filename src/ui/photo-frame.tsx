import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { HouseDrawing } from './house-drawing.tsx'
import styles from './photo-frame.module.css'

type PhotoFrameProps = {
  /** Chooses the drawn house that stands in for the photo. */
  address: string
  /** Left out when there is no photo. */
  src?: string | undefined
  srcSet?: string | undefined
  sizes?: string | undefined
  alt: string
  /** `eager` for the photo that a page opens with. */
  loading?: 'lazy' | 'eager'
  /** Badges and marks that lie on the photo. */
  children?: ReactNode
  className?: string | undefined
}

/**
 * A photo of 16 by 10: a drawn house while it loads, until there is a network to load it with, or when there is none; the words
 * 'No Image' when it is broken.
 */
export function PhotoFrame({ address, src, children, className, ...photo }: PhotoFrameProps) {
  return (
    <div className={classNames(styles.frame, className)}>
      {src === undefined ? (
        <HouseDrawing className={styles.fill} address={address} />
      ) : (
        <Photo key={src} address={address} src={src} {...photo} />
      )}
      {children}
    </div>
  )
}

type PhotoProps = Pick<PhotoFrameProps, 'address' | 'srcSet' | 'sizes' | 'alt' | 'loading'> & { src: string }

function Photo({ address, src, srcSet, sizes, alt, loading = 'lazy' }: PhotoProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'offline' | 'broken'>('loading')
  useEffect(() => {
    if (state !== 'broken' && state !== 'offline') return
    // What could not be fetched without a network is tried again when there is one.
    const tryAgain = () => setState('loading')
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [state])
  if (state === 'broken') {
    return <div className={styles.broken}>No Image</div>
  }
  if (state === 'offline') return <HouseDrawing className={styles.fill} address={address} />
  return (
    <>
      {state === 'loading' && <HouseDrawing className={styles.fill} address={address} />}
      <img
        className={styles.photo}
        data-state={state}
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        alt={alt}
        loading={loading}
        decoding="async"
        onLoad={() => setState('shown')}
        onError={() => setState(navigator.onLine ? 'broken' : 'offline')}
      />
    </>
  )
}
