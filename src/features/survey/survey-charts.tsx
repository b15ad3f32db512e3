import { type BarCustomLayerProps, ResponsiveBar } from '@nivo/bar'
import type { SurveyOptionCount } from '#core/contract/survey-analytics.ts'
import { percent } from '#core/survey/analytics-words.ts'

/** One bar with its words on the left and its figure on the right. */
type ListedBar = { id: string; label: string; value: number; figure: string }

type BarListProps = {
  /** All of it in words. */
  label: string
  bars: readonly ListedBar[]
  /** What a full bar stands for; the highest value by default. */
  most?: number | undefined
  /** One colour where the order says it all. */
  isOneColour?: boolean
}

/** Bars below each other, each under its words: long labels fit on a phone. */
export function BarList({ label, bars, most, isOneColour = false }: BarListProps) {
  const order = bars.map(({ id }) => id)
  return (
    <ResponsiveBar<ListedBar>
      // The first one lies at the bottom by default.
      data={bars.toReversed()}
      keys={['value']}
      indexBy="id"
      layout="horizontal"
      role="img"
      ariaLabel={label}
      margin={{ top: 10, right: 0, bottom: 0, left: 0 }}
      padding={0.68}
      valueScale={{ type: 'linear', min: 0, max: Math.max(1, most ?? Math.max(...bars.map(({ value }) => value))) }}
      colors={({ data }) => colourOf(isOneColour ? 0 : order.indexOf(data.id))}
      borderRadius={4}
      enableLabel={false}
      enableGridX={false}
      enableGridY={false}
      axisLeft={null}
      axisBottom={null}
      layers={[Tracks, 'bars', Words]}
      // The numbers stand beside the bars and in the table below, for every kind of hand and eye.
      isInteractive={false}
      animate={false}
    />
  )
}

/** What a full bar would be. */
function Tracks({ bars, innerWidth }: BarCustomLayerProps<ListedBar>) {
  return (
    <>
      {bars.map(({ key, y, height }) => (
        <rect key={key} x={0} y={y} width={innerWidth} height={height} rx={4} fill="var(--color-neutral-ground)" />
      ))}
    </>
  )
}

/** About the width of a letter of 14 px. */
const letterWidth = 7.2

function Words({ bars, innerWidth }: BarCustomLayerProps<ListedBar>) {
  return (
    <>
      {bars.map(({ key, y, data: { data } }) => {
        const room = Math.floor((innerWidth - 12) / letterWidth) - data.figure.length
        return (
          <g key={key} transform={`translate(0 ${y - 8})`} fontSize={14} fill="var(--color-text)">
            <text>{data.label.length > room ? `${data.label.slice(0, Math.max(4, room - 1))}…` : data.label}</text>
            <text x={innerWidth} textAnchor="end" fontWeight={700}>
              {data.figure}
            </text>
          </g>
        )
      })}
    </>
  )
}

type Point = { id: string; value: number }

/** The points of a scale side by side, in percent. */
export function ScaleBars({ label, points }: { label: string; points: readonly SurveyOptionCount[] }) {
  const highest = Math.max(...points.map(({ percentage }) => percentage))
  const marks = percentMarks(highest)
  return (
    <ResponsiveBar<Point>
      data={points.map(({ answer_option, percentage, choice_id }) => ({
        id: choice_id === '' ? answer_option : choice_id.slice(choice_id.indexOf('_') + 1),
        value: percentage,
      }))}
      keys={['value']}
      indexBy="id"
      role="img"
      ariaLabel={label}
      margin={{ top: 24, right: 0, bottom: 28, left: 44 }}
      padding={0.34}
      valueScale={{ type: 'linear', min: 0, max: marks.at(-1) ?? 100 }}
      colors={colourOf(0)}
      borderRadius={5}
      enableLabel={false}
      gridYValues={marks}
      axisLeft={{ tickValues: marks, tickSize: 0, tickPadding: 8, format: (mark: number) => `${mark}%` }}
      axisBottom={{ tickSize: 0, tickPadding: 10 }}
      theme={theme}
      layers={['grid', 'axes', 'bars', Percentages]}
      isInteractive={false}
      animate={false}
    />
  )
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
          // Eleven points side by side leave little room on a phone.
          fontSize={width < 36 ? 10 : 12}
          fontWeight={700}
          fill="var(--color-text)"
        >
          {percent(data.value ?? 0)}
        </text>
      ))}
    </>
  )
}

/** Four lines above zero, in steps that are easy to read. */
function percentMarks(highest: number): number[] {
  const step = [2.5, 5, 10, 15, 20].find((size) => size * 4 >= highest) ?? 25
  return [0, 1, 2, 3, 4].map((line) => line * step)
}

const axisText = { fontFamily: 'inherit', fontSize: 12, fill: 'var(--chart-axis)' }

const theme = {
  axis: { ticks: { text: axisText } },
  grid: { line: { stroke: 'var(--chart-grid)', strokeWidth: 1 } },
}

/** The palette of ten, from the beginning again after its end. */
function colourOf(index: number): string {
  return `var(--chart-${(index % 10) + 1})`
}
