import { type LineCustomSvgLayerProps, ResponsiveLine } from '@nivo/line'
import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import { axisMarks, chartInWords, exposureSeries, figuresOf, type ExposureSeries } from '#core/domain/exposure-words.ts'
import { daysBetween } from '#core/domain/wall-clock.ts'

type ChartSeries = { id: ExposureSeries; data: { x: string; y: number }[] }

/** Views, likes and saves of one platform over the week; counts begin at zero, the last day stands on the right. */
export function ExposureChart({ platform, daily }: { platform: string; daily: DailyExposure }) {
  const last = daily.dates.at(-1) ?? ''
  const data = exposureSeries.map((id): ChartSeries => {
    const figures = figuresOf(daily, id)
    return {
      id,
      data: daily.dates.map((date, index) => ({ x: String(daysBetween(date, last)), y: figures[index] ?? 0 })),
    }
  })
  const marks = axisMarks(Math.max(...data.flatMap((series) => series.data.map(({ y }) => y)), 0))
  return (
    <ResponsiveLine<ChartSeries>
      data={data}
      role="img"
      ariaLabel={chartInWords(platform, daily)}
      margin={{ top: 12, right: 62, bottom: 52, left: 56 }}
      xScale={{ type: 'point' }}
      yScale={{ type: 'linear', min: 0, max: marks.at(-1) ?? 4 }}
      colors={exposureSeries.map((series) => looks[series].color)}
      gridYValues={marks}
      enableGridX={false}
      axisLeft={{
        tickValues: marks,
        tickSize: 0,
        tickPadding: 8,
        legend: 'Count',
        legendOffset: -48,
        legendPosition: 'middle',
      }}
      axisBottom={{ tickSize: 0, tickPadding: 10, legend: 'Days Ago', legendOffset: 40, legendPosition: 'middle' }}
      theme={theme}
      layers={['grid', 'axes', Lines]}
      // The numbers stand in the table below, for every kind of hand and eye.
      isInteractive={false}
      animate={false}
    />
  )
}

/** The series differ by dash and mark as well, so that colour is never the only sign. */
const looks: Record<ExposureSeries, { color: string; dash: string; mark: string }> = {
  Views: { color: 'var(--chart-1)', dash: '', mark: 'M-4.5 0a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0z' },
  Likes: { color: 'var(--chart-2)', dash: '7 5', mark: 'M-4-4h8v8h-8z' },
  Saves: { color: 'var(--chart-3)', dash: '2 5', mark: 'M0-5.5l5 9h-10z' },
}

const axisText = { fontFamily: 'inherit', fontSize: 12, fill: 'var(--chart-axis)' }

const theme = {
  axis: { ticks: { text: axisText }, legend: { text: axisText } },
  grid: { line: { stroke: 'var(--chart-grid)', strokeWidth: 1 } },
}

/** Each line with its marks, and its name at its end. */
function Lines({ series, lineGenerator, innerWidth }: LineCustomSvgLayerProps<ChartSeries>) {
  const labelAt = apart(series.map(({ data }) => data.at(-1)?.position.y ?? 0))
  return (
    <>
      {series.map(({ id, data }, index) => {
        const { color, dash, mark } = looks[id]
        const points = data.map(({ position }) => position)
        return (
          <g key={id}>
            <path
              d={lineGenerator(points) ?? ''}
              fill="none"
              stroke={color}
              strokeWidth={2.5}
              strokeDasharray={dash}
              strokeLinejoin="round"
            />
            {points.map(({ x, y }) => (
              <path
                key={x}
                d={mark}
                transform={`translate(${x} ${y})`}
                fill={color}
                stroke="var(--color-surface)"
                strokeWidth={1.5}
              />
            ))}
            <text
              x={innerWidth + 10}
              y={labelAt[index]}
              dominantBaseline="central"
              fill="var(--color-text)"
              fontSize={12}
              fontWeight={650}
            >
              {id}
            </text>
          </g>
        )
      })}
    </>
  )
}

const lineHeight = 14

/** The labels' heights, moved up just as far as it takes to read each one; below zero stands the axis. */
function apart(heights: readonly number[]): number[] {
  const lowestFirst = heights
    .map((height, index) => ({ height, index }))
    .toSorted((one, other) => other.height - one.height)
  const placed = [...heights]
  let most = Infinity
  for (const { height, index } of lowestFirst) {
    const at = Math.min(height, most)
    placed[index] = at
    most = at - lineHeight
  }
  return placed
}
