import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { addMonths, monthOf } from '#core/domain/time/calendar-days.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { CalendarToolbar } from '#ui/calendar/calendar-toolbar.tsx'
import { EventLegend } from '#ui/calendar/event-slab.tsx'
import type { MonthEvent } from '#ui/calendar/month-event.ts'
import { MonthGrid } from '#ui/calendar/month-grid.tsx'
import { axeFindings } from '#tests/support/axe.ts'
import { formatMonth } from '#core/format/dates.ts'

beforeEach(() => page.viewport(1280, 900))

const today = '2026-11-21'

const event = (date: string, title: string, kind: MonthEvent['kind'] = 'agent'): MonthEvent => ({
  key: `${date} ${title}`,
  date,
  title,
  kind,
})

const november: MonthEvent[] = [
  event('2026-11-03', 'Call'),
  event('2026-11-07', '203 Cascade Falls Dr', 'open_house'),
  event('2026-11-21', 'Tour #121'),
  event('2026-11-21', '2 showings', 'showing'),
  event('2026-11-21', '203 Cascade Falls Dr', 'open_house'),
  ...[1, 2, 3, 4, 5].map((number) => event('2026-11-28', `Showing ${number}`, 'showing')),
  event('2026-12-24', 'Notary'),
]

function Month({ events = november, onChoose }: { events?: MonthEvent[]; onChoose?: (date: string) => void }) {
  const [month, setMonth] = useState('2026-11')
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <main>
      <h1>Pick a day</h1>
      <CalendarToolbar
        label={formatMonth(month)}
        unit="month"
        onPrevious={() => setMonth(addMonths(month, -1))}
        onNext={() => setMonth(addMonths(month, 1))}
        onToday={() => setMonth(monthOf(today))}
      >
        <EventLegend />
      </CalendarToolbar>
      <MonthGrid
        month={month}
        chosen={chosen}
        today={today}
        events={events}
        onMonthChange={setMonth}
        onChoose={(date) => {
          setChosen(date)
          onChoose?.(date)
        }}
      />
    </main>
  )
}

const dayButton = (name: string) => page.getByRole('button', { name, exact: true })
const cell = (date: string) => document.querySelector<HTMLElement>(`.sx__month-grid-day[data-date='${date}']`)
const chipsOn = (date: string) =>
  [...(cell(date)?.querySelectorAll('.sx__month-grid-event') ?? [])].map((chip) => chip.textContent)

test('a month has whole weeks from Sunday on, and each day has its date and number of events', async () => {
  await render(<Month />)
  await expect.element(dayButton('Saturday, November 21, 2026, 3 events')).toHaveAttribute('aria-current', 'date')
  await expect.element(dayButton('Tuesday, November 3, 2026, 1 event')).toBeVisible()
  const dates = [...document.querySelectorAll<HTMLElement>('.sx__month-grid-day')].map(({ dataset }) => dataset['date'])
  expect(dates).toEqual(Array.from({ length: 35 }, (_, index) => addDays('2026-11-01', index)))
  await expect.element(page.getByRole('region', { name: 'November 2026' })).toBeVisible()
})

test('a day shows three events, or two and the number of the others', async () => {
  await render(<Month />)
  await expect.poll(() => chipsOn('2026-11-21')).toEqual(['Tour #121', '2 showings', '203 Cascade Falls Dr'])
  expect(chipsOn('2026-11-28')).toEqual(['Showing 1', 'Showing 2', '+3 more'])
})

test('pressing a day or one of its events selects the day', async () => {
  const onChoose = vi.fn()
  await render(<Month onChoose={onChoose} />)
  await dayButton('Wednesday, November 18, 2026').click()
  await expect.element(dayButton('Wednesday, November 18, 2026')).toHaveAttribute('aria-pressed', 'true')
  cell('2026-11-03')?.querySelector<HTMLElement>('.sx__month-grid-event')?.click()
  expect(onChoose.mock.calls).toEqual([['2026-11-18'], ['2026-11-03']])
})

test('Tab reaches one day, and the arrow keys the others, also of the next month', async () => {
  const onChoose = vi.fn()
  await render(<Month onChoose={onChoose} />)
  await expect.element(dayButton('Saturday, November 21, 2026, 3 events')).toHaveAttribute('tabindex', '0')
  expect(document.querySelectorAll('.sx__month-grid-wrapper [tabindex="0"]')).toHaveLength(1)
  dayButton('Saturday, November 21, 2026, 3 events').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(dayButton('Sunday, November 22, 2026')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(dayButton('Sunday, November 29, 2026')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(dayButton('Sunday, December 6, 2026')).toHaveFocus()
  await expect.element(page.getByRole('region', { name: 'December 2026' })).toBeVisible()
  await userEvent.keyboard('{PageUp}')
  await expect.element(dayButton('Friday, November 6, 2026')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(dayButton('Saturday, November 7, 2026, 1 event')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onChoose.mock.calls).toEqual([['2026-11-07']])
})

test('the arrows of the bar change the month, and late events are added', async () => {
  const { rerender } = await render(<Month events={[]} />)
  await expect.element(dayButton('Thursday, December 3, 2026')).toBeVisible()
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect.element(dayButton('Thursday, December 24, 2026')).toBeVisible()
  await rerender(<Month />)
  await expect.element(dayButton('Thursday, December 24, 2026, 1 event')).toBeVisible()
  await expect.poll(() => chipsOn('2026-12-24')).toEqual(['Notary'])
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect.poll(() => chipsOn('2026-11-03')).toEqual(['Call'])
})

test('another month is shown in the next frame with its events, and the bar keeps the focus', async () => {
  await render(<Month />)
  await expect.poll(() => chipsOn('2026-11-03')).toEqual(['Call'])
  dayButton('Saturday, November 21, 2026, 3 events').element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(dayButton('Friday, November 20, 2026')).toHaveFocus()

  await press('Next month')
  expect(chipsOn('2026-12-24')).toEqual(['Notary'])
  expect(cell('2026-12-24')?.querySelector('button')?.ariaLabel).toBe('Thursday, December 24, 2026, 1 event')
  expect(cell('2026-11-03')).toBeNull()
  const previous = await press('Previous month')
  expect(chipsOn('2026-11-28')).toEqual(['Showing 1', 'Showing 2', '+3 more'])
  expect(cell('2026-11-20')?.querySelector('button')?.tabIndex).toBe(0)
  expect(document.activeElement).toBe(previous)
})

/** Waits until just before the frame after the press is painted. */
async function press(name: string): Promise<HTMLElement> {
  const button = page.getByRole('button', { name, exact: true }).element() as HTMLElement
  button.focus()
  button.click()
  await new Promise(requestAnimationFrame)
  return button
}

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['light', 320],
])('a month has no accessibility problems and fits, %s at %i px', async (theme, width) => {
  await page.viewport(width, 900)
  document.documentElement.dataset['theme'] = theme
  await render(<Month />)
  await expect.poll(() => chipsOn('2026-11-28')).toHaveLength(3)
  expect(await axeFindings()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  const target = cell('2026-11-28')?.getBoundingClientRect()
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(width < 350 ? 40 : 44)
  delete document.documentElement.dataset['theme']
})

test('a month of 500 events draws as few elements as one with three events a day', async () => {
  const aMonthOf = (count: number) =>
    Array.from({ length: count }, (_, index) => event(addDays('2026-11-01', index % 30), `Showing ${index}`, 'showing'))
  const view = await render(<Month events={aMonthOf(90)} />)
  await expect.poll(() => chipsOn('2026-11-28')).toHaveLength(3)
  const elements = () => document.querySelectorAll('main *').length
  const few = elements()
  await view.unmount()
  await render(<Month events={aMonthOf(500)} />)
  await expect.poll(() => chipsOn('2026-11-28')).toContain('+14 more')
  expect(elements()).toBe(few)
})
