import { classNames } from '#ui/layout/class-names.ts'
import styles from './house-drawing.module.css'
import houses from './houses.svg'

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
