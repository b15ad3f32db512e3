/** How a file writes decimals: "1,420.5" (`points`), "1.420,5" (`commas`), or some figures each way (`mixed`). */
type FigureStyle = 'points' | 'commas' | 'mixed'

/** Infers the style from all figures. `isWhole` marks figures that never have three decimals, so "1.420" is a thousand or more. */
export function figureStyleOf(figures: Iterable<{ cell: string; isWhole: boolean }>): FigureStyle {
  let [hasCommas, hasPoints] = [false, false]
  for (const { cell, isWhole } of figures) {
    const plain = cell.replaceAll(/[$€\s]/g, '')
    hasCommas ||= /^\d+(\.\d{3})*,\d{1,2}$/.test(plain) || (isWhole && groupedByPoints.test(plain))
    hasPoints ||= /^\d{1,3}(,\d{3})+(\.\d+)?$|\d\.\d{1,2}$/.test(plain)
  }
  if (hasCommas && hasPoints) return 'mixed'
  return hasCommas ? 'commas' : 'points'
}

const groupedByPoints = /^\d{1,3}(\.\d{3})+$/

/** `hasCountedHalves`: "2.1" means two full baths and one half bath. */
export type HomeFigures = { style: FigureStyle; hasCountedHalves: boolean }

/** Whether the decimal is the number of half baths: the file has figures such as "2.1" and "3.0", but none such as 2.5 or 1.75. */
export function hasCountedHalves(baths: Iterable<string>): boolean {
  let isCounted = false
  for (const cell of baths) {
    const [, decimals] = /^\d+[.,](\d+)$/.exec(cell.trim()) ?? []
    if (decimals === undefined || /^0+$/.test(decimals)) continue
    if (!/^[1-4]$/.test(decimals)) return false
    isCounted = true
  }
  return isCounted
}

/** Returns the figure in a cell; null if it is unknown. Text that is not a number is returned as text, so that the schema refuses it. */
export function figureIn(cell: string, style: FigureStyle, isWhole = false): number | string | null {
  const plain = cell.replace(/\s*(sq\.?\s?ft\.?|sqft|sf|ft²|acres?|ac)\s*$/i, '').replaceAll(/[$€\s]/g, '')
  if (plain === '' || /^(n\/?a|null|none|unknown|-+|\?)$/i.test(plain)) return null
  const figure = Number(style === 'commas' ? plain.replaceAll('.', '').replace(',', '.') : withoutGroups(plain))
  if (Number.isNaN(figure) || (style === 'mixed' && isWhole && groupedByPoints.test(plain))) return `“${cell}”`
  return figure === 0 ? null : figure
}

function withoutGroups(text: string): string {
  return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text
}

/** Parses "2.5"; "2 (1 1)", one full and one half; "3 (2 0 1 0)": full, three-quarter, half and quarter baths; "2/1", two full and one half. */
export function bathsIn(cell: string, { style, hasCountedHalves: isCounted }: HomeFigures): number | string | null {
  const [, whole, halves] = (isCounted && /^(\d+)[.,](\d)$/.exec(cell.trim())) || []
  if (whole !== undefined) return Number(whole) + Number(halves) / 2 || null
  const [, total = '', counted = ''] = /^(\d+)\s*\(([\d\s,/]+)\)$/.exec(cell) ?? []
  if (total !== '') {
    const rooms = (counted.match(/\d+/g) ?? []).map(Number)
    const isWhole = rooms.reduce((sum, count) => sum + count, 0) === Number(total)
    const [full = 0, second = 0, third = 0, fourth = 0] = rooms
    if (isWhole && rooms.length === 2) return full + second / 2
    if (isWhole && rooms.length === 4) return full + second * 0.75 + third / 2 + fourth / 4
    return Number(total)
  }
  const [, full, half] = /^(\d+)\s*(?:\/|full\D*|f\D*)\s*(\d+)\s*(?:h|half|halves)?\.?$/i.exec(cell) ?? []
  return full === undefined ? figureIn(cell, style) : Number(full) + Number(half) / 2
}

const squareFeetInAcre = 43_560
const squareFeetInMeter = 10.763_91
const acresInHectare = 2.471_05
/** A lot size without a unit is in square feet from 500 upward: no home has 500 acres, and no lot has less than 500 square feet. */
const surelySquareFeet = 500

const meters = /met(er|re)|m²|\bsq\.?\s?m\b|\bm2\b|\bsqm\b/i
const hectares = /hect|\bha\b/i

/** Converts to square feet. The unit is in the cell or in its own column (`unit`). Unreadable cells are returned as by `figureIn`. */
export function squareFeetIn(cell: string, unit: string, style: FigureStyle): number | string | null {
  const figure = figureIn(withoutUnit(cell), style, true)
  return typeof figure === 'number' && meters.test(`${unit} ${cell}`) ? Math.round(figure * squareFeetInMeter) : figure
}

/** Converts to acres. The unit is in the cell, in its own column or in the heading (`unit`). Unreadable cells: see `figureIn`. */
export function acresIn(cell: string, unit: string, style: FigureStyle): number | string | null {
  const figure = figureIn(withoutUnit(cell), style)
  if (typeof figure !== 'number') return figure
  const unitText = `${unit} ${cell}`
  if (hectares.test(unitText)) return rounded(figure * acresInHectare)
  if (meters.test(unitText)) return rounded((figure * squareFeetInMeter) / squareFeetInAcre)
  const isSquareFeet = /ac/i.test(unitText) ? false : /f/i.test(unitText) || figure >= surelySquareFeet
  return isSquareFeet ? rounded(figure / squareFeetInAcre) : figure
}

function withoutUnit(cell: string): string {
  return cell.replace(/\s*(sq\.?\s?m(et(er|re)s?)?|square\s+(met(er|re)s?|feet)|m²|m2|sqm|hectares?|ha)\.?\s*$/i, '')
}

function rounded(acres: number): number {
  return Math.round(acres * 10_000) / 10_000
}
