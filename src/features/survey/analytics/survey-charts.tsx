import { type BarCustomLayerProps, Bar } from '@nivo/bar'
import type { SurveyOptionCount } from '#core/contract/survey.ts'
import { pointOf } from '#core/survey/scale-figures.ts'
import { ChartReader, type ChartReading } from '#ui/charts/chart-reader.tsx'
import { colourOf } from './bar-list.tsx'
import { formatPercent, formatNumber } from '#core/format/numbers.ts'

type Point = { id: string; value: number }

type ScaleBarsProps = {
  /** The chart's accessible name. */
  label: string
  /** The question's text. */
  of: string
  points: readonly SurveyOptionCount[]
  /** The highest percentage of all scale questions on the page, so that their charts have the same axis. */
  highest: number
}

export function ScaleBars({ label, of, points, highest }: ScaleBarsProps) {
  const marks = percentMarks(highest)
  return (
    <ChartReader label={`Points of ${of}`} margin={margin} readings={readingsOf(points)}>
      {({ width, height }) => (
        <Bar<Point>
          width={width}
          height={height}
          data={points.map((point) => ({ id: pointOf(point), value: point.percentage }))}
          keys={['value']}
          indexBy="id"
          role="img"
          ariaLabel={label}
          margin={margin}
          padding={padding}
          valueScale={{ type: 'linear', min: 0, max: marks.at(-1) ?? 100 }}
          colors={colourOf(0)}
          borderRadius={5}
          enableLabel={false}
          gridYValues={marks}
          axisLeft={{ tickValues: marks, tickSize: 0, tickPadding: 8, format: (mark: number) => `${mark}%` }}
          axisBottom={{ tickSize: 0, tickPadding: 10 }}
          theme={theme}
          layers={['grid', 'axes', 'bars', Percentages]}
          // `ChartReader` handles pointer and keys.
          isInteractive={false}
          animate={false}
        />
      )}
    </ChartReader>
  )
}

const margin = { top: 24, right: 0, bottom: 28, left: 44 }

/** The gap between two bars, as a fraction of the distance from bar to bar. A gap as wide comes before the first bar and after the last. */
const padding = 0.34

/** `at` is the horizontal position in the plot, from 0 to 1. */
function readingsOf(points: readonly SurveyOptionCount[]): ChartReading[] {
  return points.map((point, index) => ({
    at: (index + 0.5 + padding / 2) / (points.length + padding),
    title: point.answer_option,
    figures: [
      { name: 'Share', figure: formatPercent(point.percentage) },
      { name: 'Answers', figure: formatNumber(point.count) },
    ],
  }))
}

function Percentages({ bars }: BarCustomLayerProps<Point>) {
  return (
    <>
      {bars.map(({ key, x, y, width, data }) => (
        <text
          key={key}
          x={x + width / 2}
          y={y - 7}
          textAnchor="middle"
          // A scale of eleven points leaves little space on a phone.
          fontSize={width < 36 ? 10 : 12}
          fontWeight={700}
          fill="var(--color-text)"
        >
          {formatPercent(data.value ?? 0)}
        </text>
      ))}
    </>
  )
}

/** Returns the axis labels: zero and four percentages above it, in steps that are easy to read. */
function percentMarks(highest: number): number[] {
  const step = [2.5, 5, 10, 15, 20].find((size) => size * 4 >= highest) ?? 25
  return [0, 1, 2, 3, 4].map((line) => line * step)
}

const axisText = { fontFamily: 'inherit', fontSize: 12, fill: 'var(--chart-axis)' }

const theme = {
  axis: { ticks: { text: axisText } },
  grid: { line: { stroke: 'var(--chart-grid)', strokeWidth: 1 } },
}
