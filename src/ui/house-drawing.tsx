import { box, disc, houseForms, type Paint } from './house-shapes.ts'

type Palette = Record<Paint, string> & {
  skyTop: string
  skyBottom: string
  sun: string
  farHill: string
  nearHill: string
  tree: string
  lawn: string
  grass: string
}

const palettes: readonly Palette[] = [
  // Night
  {
    skyTop: '#17284e',
    skyBottom: '#5a78b5',
    sun: '#dfe9ff',
    farHill: '#34507f',
    nearHill: '#284068',
    tree: '#17383a',
    lawn: '#284c4c',
    grass: '#1f3e3f',
    roof: '#1b2540',
    wall: '#cfd8e6',
    shade: '#aab8cc',
    trim: '#eef3fb',
    glass: '#ffd98f',
    door: '#f5b31b',
  },
  // Clear day
  {
    skyTop: '#bcdcff',
    skyBottom: '#e9f4ff',
    sun: '#fffbe6',
    farHill: '#a4c4dd',
    nearHill: '#83a9c4',
    tree: '#4d7d4b',
    lawn: '#8fb574',
    grass: '#78a05f',
    roof: '#42536b',
    wall: '#f7f3ea',
    shade: '#e2dccd',
    trim: '#ffffff',
    glass: '#7fb0d8',
    door: '#d9641a',
  },
  // Early morning
  {
    skyTop: '#cfe8ee',
    skyBottom: '#fdf0dc',
    sun: '#fff6d8',
    farHill: '#a9c9c6',
    nearHill: '#86b0ad',
    tree: '#557a4d',
    lawn: '#9db06a',
    grass: '#889b58',
    roof: '#2f4750',
    wall: '#8fb0b8',
    shade: '#7498a1',
    trim: '#ffffff',
    glass: '#f1f7f6',
    door: '#c0291e',
  },
  // Spring
  {
    skyTop: '#d9e8dc',
    skyBottom: '#f3f6ea',
    sun: '#fffdf0',
    farHill: '#b3ccb6',
    nearHill: '#93b399',
    tree: '#466a4d',
    lawn: '#86a678',
    grass: '#729264',
    roof: '#3b4e45',
    wall: '#dfe7dc',
    shade: '#c6d2c3',
    trim: '#ffffff',
    glass: '#86aab0',
    door: '#f5b31b',
  },
  // Evening
  {
    skyTop: '#fbe3cf',
    skyBottom: '#f6c6ad',
    sun: '#fff3df',
    farHill: '#d8a38e',
    nearHill: '#b98477',
    tree: '#55703f',
    lawn: '#7d8f5f',
    grass: '#6b7c50',
    roof: '#5b4750',
    wall: '#fff5e9',
    shade: '#ecd9c6',
    trim: '#ffffff',
    glass: '#8fa6c4',
    door: '#2f4bcb',
  },
  // Late summer
  {
    skyTop: '#ffe9d2',
    skyBottom: '#fff6ea',
    sun: '#ffffff',
    farHill: '#e0bfa2',
    nearHill: '#c8a082',
    tree: '#6d7c3f',
    lawn: '#abaa6c',
    grass: '#96955a',
    roof: '#5c3528',
    wall: '#d98b66',
    shade: '#bf7350',
    trim: '#fff0e0',
    glass: '#f8e2c0',
    door: '#1f5e5a',
  },
  // Dusk
  {
    skyTop: '#2a315c',
    skyBottom: '#8a6fa8',
    sun: '#ffe4b0',
    farHill: '#4a4378',
    nearHill: '#383563',
    tree: '#213b37',
    lawn: '#31504a',
    grass: '#27433e',
    roof: '#262340',
    wall: '#e7d6c6',
    shade: '#c4ad9f',
    trim: '#f3e7da',
    glass: '#ffd27a',
    door: '#c0291e',
  },
]

const trees =
  'M92 158C105 206 105 254 92 254C79 254 79 206 92 158ZM410 136C425 195 425 254 410 254C395 254 395 195 410 136Z' +
  disc(446, 219, 30)
const bushes = disc(116, 257, 13) + disc(300, 259, 11) + disc(372, 258, 14)
const smallBushes = disc(129, 259, 9.75) + disc(311, 261, 8.25) + disc(386, 260, 10.5)

/**
 * A drawn house that is always the same for the same address: one of seven palettes and four forms. It stands where a
 * photo is missing or on its way, fills its frame and says nothing to screen readers.
 */
export function HouseDrawing({ address, className }: { address: string; className?: string | undefined }) {
  const hash = hashOf(address)
  const palette = palettes[hash % palettes.length]
  const form = houseForms[(hash >>> 8) % houseForms.length]
  if (palette === undefined || form === undefined) return null
  const isMirrored = (hash >>> 12) % 2 === 1
  return (
    <svg
      className={className}
      viewBox="0 0 480 300"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      focusable={false}
      style={{
        inlineSize: '100%',
        blockSize: '100%',
        background: `linear-gradient(${palette.skyTop}, ${palette.skyBottom})`,
      }}
    >
      <circle cx={70 + ((hash >>> 14) % 340)} cy={46 + ((hash >>> 22) % 48)} r="24" fill={palette.sun} opacity=".9" />
      <g transform={isMirrored ? 'translate(480 0) scale(-1 1)' : undefined}>
        <path d="M0 214C70 176 150 190 230 204S400 172 480 196V300H0Z" fill={palette.farHill} />
        <path d="M0 236C90 208 170 226 260 230S420 206 480 222V300H0Z" fill={palette.nearHill} />
        <path d={trees} fill={palette.tree} />
        <path d="M0 250Q240 238 480 250V300H0Z" fill={palette.lawn} />
        {form.layers.map(({ paint, path, opacity }) => (
          <path key={path} d={path} fill={palette[paint]} opacity={opacity} />
        ))}
        <path d="M0 257Q240 250 480 257V300H0Z" fill={palette.grass} />
        <path d={`M${form.pathX} 256h22l26 44h-74Z`} fill={palette.trim} opacity=".75" />
        <path d={bushes} fill={palette.tree} />
        <path d={smallBushes} fill={palette.tree} opacity=".8" />
        <path d={box(41, 252, 6, 26)} fill={palette.roof} opacity=".55" />
        <path d={disc(44, 232.8, 36)} fill={palette.tree} />
        <path d={disc(56.6, 222, 22.3) + disc(456.5, 210, 18.6)} fill="#fff" opacity=".09" />
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
