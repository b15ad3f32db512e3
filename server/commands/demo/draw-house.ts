import sharp from 'sharp'
import { randomFrom } from '#core/planner/search-many-stops.ts'

const width = 1600
const height = 1066

const walls = ['#e9dfd0', '#d7c4a9', '#b9c7c9', '#c98f74', '#f1ece2', '#9fb09a', '#cbb7c4']
const roofs = ['#5b4a44', '#3f4a56', '#7a3e32', '#4d5b4a']
const doors = ['#1f5f5b', '#8c2f39', '#2d4a7c', '#c0872f']
const skies = [
  ['#9cc7e4', '#eaf4f8'],
  ['#f3c79b', '#fbeede'],
  ['#8fb3d1', '#dfe9ee'],
]

/** Returns a JPEG of a fictional house, always the same for a `number`. */
export function drawHouse(number: number): Promise<Buffer> {
  return sharp(Buffer.from(houseAsSvg(number)))
    .jpeg({ quality: 82 })
    .toBuffer()
}

function houseAsSvg(number: number): string {
  // Spreads the seeds, so that houses with consecutive numbers look different.
  const chance = randomFrom(number * 0x9e3779b9)
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(chance() * choices.length)] as T
  const [skyTop, skyBottom] = pick(skies) as [string, string]
  const wall = pick(walls)
  const roof = pick(roofs)
  const door = pick(doors)
  const storeys = chance() < 0.5 ? 1 : 2
  const bays = 3 + Math.floor(chance() * 3)
  const doorBay = Math.floor(chance() * bays)
  const bayWidth = 190
  const storeyHeight = 230
  const left = (width - bays * bayWidth) / 2
  const ground = 860
  const top = ground - storeys * storeyHeight
  const right = left + bays * bayWidth

  const openings: string[] = []
  for (let storey = 0; storey < storeys; storey += 1) {
    for (let bay = 0; bay < bays; bay += 1) {
      const x = left + bay * bayWidth + 45
      const isDoor = storey === 0 && bay === doorBay
      openings.push(isDoor ? doorAt(x, ground, door) : windowAt(x, ground - (storey + 1) * storeyHeight + 55))
    }
  }

  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${skyTop}"/><stop offset="1" stop-color="${skyBottom}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <circle cx="${200 + chance() * 1200}" cy="${130 + chance() * 80}" r="54" fill="#fff6da" opacity="0.85"/>
    <ellipse cx="300" cy="${ground}" rx="620" ry="130" fill="#8fae86"/><ellipse cx="1350" cy="${ground}" rx="560" ry="160" fill="#7f9f7b"/>
    <rect y="${ground}" width="${width}" height="${height - ground}" fill="#7c9a6b"/>
    <polygon points="${left + doorBay * bayWidth + 45},${ground} ${left + doorBay * bayWidth + 145},${ground} ${width / 2 + 170},${height} ${width / 2 - 170},${height}" fill="#d8cfbf"/>
    ${treeAt(left - 150, ground, 0.8 + chance() * 0.5)}${treeAt(right + 140, ground, 0.7 + chance() * 0.6)}
    <rect x="${right - 150}" y="${top - 190}" width="58" height="150" fill="${roof}"/>
    <rect x="${left}" y="${top}" width="${bays * bayWidth}" height="${ground - top}" fill="${wall}"/>
    <polygon points="${left - 50},${top} ${left + 110},${top - 170} ${right - 110},${top - 170} ${right + 50},${top}" fill="${roof}"/>
    ${openings.join('')}
  </svg>`
}

function windowAt(x: number, y: number): string {
  return `<rect x="${x - 8}" y="${y - 8}" width="116" height="136" fill="#fbfaf6"/><rect x="${x}" y="${y}" width="100" height="120" fill="#6f93a8"/>
    <path d="M${x + 50} ${y}v120M${x} ${y + 56}h100" stroke="#fbfaf6" stroke-width="6"/>`
}

/** A door with the half-round window that gave the product its name. */
function doorAt(x: number, ground: number, colour: string): string {
  const top = ground - 150
  return `<path d="M${x - 8} ${ground}V${top}a58 58 0 0 1 116 0V${ground}z" fill="#fbfaf6"/><path d="M${x} ${top - 4}a50 50 0 0 1 100 0z" fill="#f4d58a"/>
    <path d="M${x + 50} ${top - 4}v-50M${x + 50} ${top - 4}l-36 -35M${x + 50} ${top - 4}l36 -35" stroke="#fbfaf6" stroke-width="5"/>
    <rect x="${x}" y="${top + 4}" width="100" height="146" fill="${colour}"/><circle cx="${x + 84}" cy="${top + 84}" r="6" fill="#e7c87a"/>`
}

function treeAt(x: number, ground: number, size: number): string {
  return `<rect x="${x - 12 * size}" y="${ground - 120 * size}" width="${24 * size}" height="${130 * size}" fill="#6d5442"/>
    <circle cx="${x}" cy="${ground - 210 * size}" r="${105 * size}" fill="#5d7f55"/><circle cx="${x + 55 * size}" cy="${ground - 150 * size}" r="${70 * size}" fill="#6b8f60"/>`
}
