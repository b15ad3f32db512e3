import { type LineCustomSvgLayerProps, Line } from '@nivo/line'
import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import {
  axisMarks,
  formatExposureChart,
  exposureSeries,
  type ExposureSeries,
  figuresOf,
  platformName,
} from '#core/domain/exposure/exposure-words.ts'
import { daysBetween } from '#core/domain/time/wall-clock.ts'
import { ChartReader, type ChartReading } from '#ui/charts/chart-reader.tsx'
import { formatDate, formatWeekday } from '#core/format/dates.ts'

type ChartSeries = { id: ExposureSeries; data: { x: string; y: number | null }[] }

type ExposureChartProps = {
  platform: string
  daily: DailyExposure
  /** The highest value of all charts on the page, which share one scale. */
  highest: number
}

/** Views, likes and saves of a platform over the week; the last day is on the right. */
export function ExposureChart({ platform, daily, highest }: ExposureChartProps) {
  const last = daily.dates.at(-1) ?? ''
  const data = exposureSeries.map((id): ChartSeries => {
    const figures = figuresOf(daily, id)
    return {
      id,
      data: daily.dates.map((date, index) => ({ x: String(daysBetween(date, last)), y: figures[index] ?? null })),
    }
  })
  const marks = axisMarks(highest)
  const weekdays = new Map(daily.dates.map((date) => [String(daysBetween(date, last)), formatWeekday(date)]))
  return (
    <ChartReader label={`Days of ${platformName(platform)}`} margin={margin} readings={readingsOf(daily)}>
      {({ width, height }) => (
        <Line<ChartSeries>
          width={width}
          height={height}
          data={data}
          role="img"
          ariaLabel={formatExposureChart(platform, daily)}
          margin={margin}
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
          axisBottom={{
            renderTick: (tick) => <DayTick {...tick} weekday={weekdays.get(String(tick.value)) ?? ''} />,
            legend: 'Days Ago',
            legendOffset: 52,
            legendPosition: 'middle',
          }}
          theme={theme}
          layers={['grid', 'axes', Lines]}
          // `ChartReader` handles pointer and keys.
          isInteractive={false}
          animate={false}
        />
      )}
    </ChartReader>
  )
}

const margin = { top: 12, right: 62, bottom: 64, left: 56 }

/** `at` is the horizontal position in the plot, from 0 to 1. */
function readingsOf(daily: DailyExposure): ChartReading[] {
  const last = daily.dates.at(-1) ?? ''
  return daily.dates.map((date, index) => ({
    at: index / Math.max(1, daily.dates.length - 1),
    title: formatDate(date, last),
    figures: exposureSeries.map((name) => ({
      name,
      figure: figuresOf(daily, name)[index]?.toLocaleString('en-US') ?? 'not known',
    })),
  }))
}

function DayTick({ value, x, weekday }: { value: string | number | Date; x: number; weekday: string }) {
  return (
    <g transform={`translate(${x} 0)`} textAnchor="middle" fontSize={12} fill="var(--chart-axis)">
      <text y={19}>{String(value)}</text>
      <text y={34}>{weekday}</text>
    </g>
  )
}

/** The series also differ by dash and mark, so that color is not the only sign. */
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

function Lines({ series, lineGenerator, innerWidth }: LineCustomSvgLayerProps<ChartSeries>) {
  // A label is at the height of the last point of its series. A day without figures has no point.
  const labelAt = apart(series.map(({ data }) => data.findLast(({ position }) => position.y !== null)?.position.y ?? 0))
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
            {points
              .filter(({ y }) => y !== null)
              .map(({ x, y }) => (
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

/** Takes and returns the labels' distances from the top. Moves overlapping labels up; labels above the chart move down again. */
function apart(distances: readonly number[]): number[] {
  const lowestFirst = distances
    .map((distance, index) => ({ distance, index }))
    .toSorted((one, other) => other.distance - one.distance)
  const placed = [...distances]
  let most = Infinity
  for (const { distance, index } of lowestFirst) {
    placed[index] = Math.min(distance, most)
    most = (placed[index] ?? 0) - lineHeight
  }
  let least = 0
  for (const { index } of lowestFirst.toReversed()) {
    placed[index] = Math.max(placed[index] ?? 0, least)
    least = (placed[index] ?? 0) + lineHeight
  }
  return placed
}
