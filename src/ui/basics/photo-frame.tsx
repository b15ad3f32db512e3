import { type ReactNode, useLayoutEffect, useState } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './photo-frame.module.css'
import houses from '#ui/icons/houses.svg'

type PhotoFrameProps = {
  /** Chooses the drawn house that stands in for the photo. */
  address: string
  /** Stands in for the photo in place of the drawn house, and of 'No Image'. */
  standIn?: ReactNode
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
export function PhotoFrame({ address, standIn, src, children, className, ...photo }: PhotoFrameProps) {
  const instead = standIn ?? <HouseDrawing className={styles.fill} address={address} />
  return (
    <div className={classNames(styles.frame, className)}>
      {src === undefined ? (
        instead
      ) : (
        <Photo key={src} src={src} instead={instead} broken={standIn ?? <NoImage />} {...photo} />
      )}
      {children}
    </div>
  )
}

function NoImage() {
  return <div className={styles.broken}>No Image</div>
}

type PhotoProps = Pick<PhotoFrameProps, 'srcSet' | 'sizes' | 'alt' | 'loading'> & {
  src: string
  /** While it loads, and without a network. */
  instead: ReactNode
  broken: ReactNode
}

function Photo({ instead, broken, src, srcSet, sizes, alt, loading = 'lazy' }: PhotoProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'offline' | 'broken'>('loading')
  useLayoutEffect(() => {
    if (state !== 'broken' && state !== 'offline') return
    // What could not be fetched without a network is tried again when there is one.
    const tryAgain = () => setState('loading')
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [state])
  if (state === 'broken') return broken
  if (state === 'offline') return instead
  return (
    <>
      {state === 'loading' && instead}
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

const palettes = ['night', 'clear-day', 'early-morning', 'spring', 'evening', 'late-summer', 'dusk']
const forms = ['modern', 'two-storey', 'cottage', 'bungalow']

/**
 * A drawn house that is always the same for the same address: one of seven palettes and four forms. It stands where a
 * photo is missing or on its way, fills its frame and says nothing to screen readers. Its shapes are a file of their
 * own: sixty cards need three elements each and the page's script none of the paths.
 */
export function HouseDrawing({ address, className }: { address: string; className?: string | undefined }) {
  const hash = hashOf(address)
  return (
    <svg
      className={classNames(styles.house, className)}
      data-palette={palettes[hash % palettes.length]}
      data-mirrored={(hash >>> 12) % 2 === 1 || undefined}
      viewBox="0 0 480 300"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
    >
      <circle className={styles.sun} cx={70 + ((hash >>> 14) % 340)} cy={46 + ((hash >>> 22) % 48)} r="24" />
      <g className={styles.scene}>
        <use href={`${houses}#land`} />
        <use href={`${houses}#${forms[(hash >>> 8) % forms.length]}`} />
        <use href={`${houses}#garden`} />
      </g>
    </svg>
  )
}

/** FNV-1a, from a start that gives the design's own addresses the houses they have in its pictures. */
function hashOf(text: string): number {
  let hash = 0x816cec
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
