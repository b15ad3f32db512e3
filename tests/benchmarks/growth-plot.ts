/** Milliseconds at each number of records, by what was measured. */
export type Growth = Map<string, { count: number; ms: number }[]>

const plot = { width: 270, height: 170, columns: 3 }
const area = { left: 52, top: 34, right: 240, bottom: 140 }

/** An SVG of small plots with logarithmic axes: measurements as a line, n log n from the second point as a dashed line. */
export function growthPlot(growth: Growth): string {
  const rows = Math.ceil(growth.size / plot.columns)
  const [width, height] = [plot.width * plot.columns, plot.height * rows]
  const plots = [...growth].map(([what, points], index) => {
    const [x, y] = [plot.width * (index % plot.columns), plot.height * Math.floor(index / plot.columns)]
    return `<g transform="translate(${x} ${y})">${onePlot(what, points)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
${plots.join('\n')}
</svg>
`
}

function onePlot(what: string, points: readonly { count: number; ms: number }[]): string {
  const counts = points.map(({ count }) => count)
  const expected = nLogN(points)
  const times = [...points, ...expected].map(({ ms }) => ms)
  const x = byTens(Math.min(...counts), Math.max(...counts), area.left, area.right)
  const [least, most] = [
    10 ** Math.floor(Math.log10(Math.min(...times))),
    10 ** Math.ceil(Math.log10(Math.max(...times))),
  ]
  const y = byTens(least, most, area.bottom, area.top)
  const line = (of: readonly { count: number; ms: number }[]) =>
    of.map(({ count, ms }) => `${x(count).toFixed(1)},${y(ms).toFixed(1)}`).join(' ')
  const ticks = [least, most].map(
    (ms) => `<text x="${area.left - 6}" y="${y(ms) + 4}" text-anchor="end">${inWords(ms)}</text>`,
  )
  return [
    `<text x="12" y="20" font-weight="bold">${what}</text>`,
    `<path d="M${area.left} ${area.top}V${area.bottom}H${area.right}" fill="none" stroke="#888"/>`,
    ...ticks,
    ...counts.map(
      (count) => `<text x="${x(count)}" y="156" text-anchor="middle">${count.toLocaleString('en-US')}</text>`,
    ),
    `<polyline points="${line(expected)}" fill="none" stroke="#888" stroke-dasharray="4 3"/>`,
    `<polyline points="${line(points)}" fill="none" stroke="#2f4bcb" stroke-width="2"/>`,
    ...points.map(
      ({ count, ms }) => `<circle cx="${x(count).toFixed(1)}" cy="${y(ms).toFixed(1)}" r="3" fill="#2f4bcb"/>`,
    ),
  ].join('')
}

function nLogN(points: readonly { count: number; ms: number }[]): { count: number; ms: number }[] {
  const from = points[1]
  if (from === undefined) return []
  const work = (count: number) => count * Math.log(count)
  return points.map(({ count }) => ({ count, ms: (from.ms * work(count)) / work(from.count) }))
}

function byTens(least: number, most: number, from: number, to: number): (value: number) => number {
  const share = (value: number) => (Math.log(value) - Math.log(least)) / (Math.log(most) - Math.log(least))
  return (value) => from + share(value) * (to - from)
}

function inWords(ms: number): string {
  return ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`
}
