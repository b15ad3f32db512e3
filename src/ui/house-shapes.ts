/** Which colour of the palette a shape takes. */
export type Paint = 'roof' | 'wall' | 'shade' | 'trim' | 'glass' | 'door'

/** Shapes of one colour as a single path, drawn in order; so a house is a dozen elements and not sixty. */
export type Layer = { paint: Paint; path: string; opacity?: number }

export type HouseForm = {
  layers: readonly Layer[]
  /** Where the garden path meets the door. */
  pathX: number
}

/** The four houses, on a ground of 480 × 300 whose grass begins at 256. */
export const houseForms: readonly HouseForm[] = [modern(), twoStorey(), cottage(), bungalow()]

function modern(): HouseForm {
  const windows = [paned(209, 139, 124, 42, 5), paned(133, 199, 98, 48, 4)]
  return {
    pathX: 246,
    layers: [
      { paint: 'wall', path: box(120, 184, 250, 72) },
      { paint: 'shade', path: box(196, 128, 150, 60) },
      { paint: 'roof', path: box(184, 118, 176, 12) + box(106, 178, 278, 11) + box(376, 189, 6, 67) },
      { paint: 'roof', path: box(290, 202, 64, 54), opacity: 0.85 },
      { paint: 'trim', path: frames(windows) + box(240, 200, 34, 56) },
      { paint: 'glass', path: panes(windows) },
      { paint: 'glass', path: box(296, 208, 52, 11) + box(296, 224, 52, 11) + box(296, 240, 52, 11), opacity: 0.55 },
      { paint: 'door', path: box(244, 204, 26, 52) },
      { paint: 'trim', path: disc(265, 230, 1.8) },
    ],
  }
}

function twoStorey(): HouseForm {
  const windows = [
    paned(149, 139, 40, 40, 2),
    paned(205, 139, 40, 40, 2),
    paned(149, 199, 40, 38, 2),
    paned(273, 193, 82, 38, 4),
  ]
  return {
    pathX: 210,
    layers: [
      { paint: 'wall', path: box(136, 124, 120, 132) },
      { paint: 'shade', path: box(256, 172, 114, 84) },
      { paint: 'roof', path: 'M244 178 312 138 384 178ZM120 130 196 74 272 130Z' },
      { paint: 'wall', path: 'M160 124 196 98 232 124Z' },
      { paint: 'trim', path: frames(windows) + box(204, 202, 32, 54) },
      { paint: 'glass', path: panes(windows) + disc(196, 115, 6) },
      { paint: 'door', path: box(208, 206, 24, 50) },
      { paint: 'trim', path: disc(227, 231, 1.8) },
      { paint: 'trim', path: box(136, 186, 120, 5), opacity: 0.8 },
    ],
  }
}

function cottage(): HouseForm {
  const windows = [paned(141, 193, 46, 38, 3), paned(233, 197, 34, 36, 2)]
  const slats = [208, 220, 232, 244].map((y) => box(297, y, 54, 9)).join('')
  return {
    pathX: 198,
    layers: [
      { paint: 'wall', path: box(130, 178, 150, 78) },
      { paint: 'shade', path: box(280, 190, 86, 66) },
      { paint: 'roof', path: 'M268 194 322 164 380 194ZM114 182 205 116 296 182Z' },
      { paint: 'wall', path: 'M166 178 205 149 244 178Z' },
      { paint: 'shade', path: box(252, 118, 14, 38) },
      { paint: 'trim', path: frames(windows) + box(192, 202, 32, 54) + box(294, 204, 60, 52) },
      { paint: 'glass', path: panes(windows) },
      { paint: 'shade', path: slats },
      { paint: 'door', path: box(196, 206, 24, 50) },
      { paint: 'trim', path: disc(215, 231, 1.8) },
    ],
  }
}

function bungalow(): HouseForm {
  const dormer = [paned(219, 140, 46, 24, 3)]
  const windows = [paned(139, 193, 42, 40, 2), paned(303, 193, 42, 40, 2)]
  const posts = [122, 190, 286, 356].map((x) => box(x, 180, 8, 76)).join('')
  return {
    pathX: 232,
    layers: [
      { paint: 'wall', path: box(128, 168, 228, 88) },
      { paint: 'roof', path: 'M106 174 150 116H334L378 174ZM196 140 242 108 288 140Z' },
      { paint: 'wall', path: box(208, 138, 68, 26) },
      {
        paint: 'trim',
        path: frames(dormer) + frames(windows) + box(106, 174, 272, 6) + posts + box(226, 198, 34, 58),
      },
      { paint: 'glass', path: panes(dormer) + panes(windows) },
      { paint: 'door', path: box(230, 202, 26, 54) },
      { paint: 'trim', path: disc(251, 229, 1.8) },
      { paint: 'shade', path: box(112, 250, 260, 8) },
    ],
  }
}

export function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}

export function disc(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`
}

type Window = { frame: string; glass: string }

/** A window with upright bars; the frame shows between the panes. */
function paned(x: number, y: number, width: number, height: number, paneCount: number): Window {
  const bar = 2.5
  const paneWidth = (width - 6 - bar * (paneCount - 1)) / paneCount
  const glass = Array.from({ length: paneCount }, (_, index) =>
    box(round(x + 3 + index * (paneWidth + bar)), y + 3, round(paneWidth), height - 6),
  )
  return { frame: box(x, y, width, height), glass: glass.join('') }
}

function frames(windows: readonly Window[]): string {
  return windows.map((window) => window.frame).join('')
}

function panes(windows: readonly Window[]): string {
  return windows.map((window) => window.glass).join('')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
