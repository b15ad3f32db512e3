import { type ReactNode, useLayoutEffect, useState } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './photo-frame.module.css'
import houses from '#ui/icons/houses.svg'

type PhotoFrameProps = {
  /** Of the home; determines the house drawing. */
  address: string
  /** Replaces both the house drawing and 'No Image'. */
  standIn?: ReactNode
  src?: string | undefined
  srcSet?: string | undefined
  sizes?: string | undefined
  alt: string
  loading?: 'lazy' | 'eager'
  children?: ReactNode
  className?: string | undefined
}

/** Shows a house drawing while loading, offline and without a photo, and 'No Image' if the photo fails to load. */
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
  instead: ReactNode
  broken: ReactNode
}

function Photo({ instead, broken, src, srcSet, sizes, alt, loading = 'lazy' }: PhotoProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'offline' | 'broken'>('loading')
  useLayoutEffect(() => {
    if (state !== 'broken' && state !== 'offline') return
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

/** The drawing is always the same for one address. Its shapes are in a separate file, which keeps script and DOM small. */
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

/** FNV-1a. The start value was chosen so that the addresses in the design's pictures get the houses shown in them. */
function hashOf(text: string): number {
  let hash = 0x816cec
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
