import { monthOf, addMonths, sameDayOf, weekdayOf } from '#core/domain/time/calendar-days.ts'
import type { MonthDays } from './month-event.ts'
import styles from './month-grid.module.css'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { formatLongDate } from '#core/format/dates.ts'
import { formatCount } from '#core/format/numbers.ts'

/**
 * The number of each day as a button that covers its whole cell; the press itself is heard by the cell around it.
 *
 * Made by hand: forty components of React, each in a place of its own inside a cell of Schedule-X, would take as long as
 * the rest of the month.
 */
export class DayButtons {
  readonly #frame: HTMLElement
  readonly #observer: MutationObserver
  readonly #onMove: (date: string) => void
  #days: MonthDays | null = null
  /** Where a key led, until its button is there to take the focus. */
  #wanted: string | null = null

  constructor(frame: HTMLElement, onMove: (date: string) => void) {
    this.#frame = frame
    this.#onMove = onMove
    // It hears of a month that Schedule-X has drawn before that month is painted.
    this.#observer = new MutationObserver(() => this.#fill())
    this.#observer.observe(frame, { childList: true, subtree: true })
    frame.addEventListener('keydown', this.#move)
  }

  show(days: MonthDays): void {
    this.#days = days
    this.#fill()
  }

  close(): void {
    this.#observer.disconnect()
    this.#frame.removeEventListener('keydown', this.#move)
  }

  #fill(): void {
    const days = this.#days
    const cells = [...this.#frame.querySelectorAll<HTMLElement>('.sx__month-grid-day')]
    // The second week is always of the month itself. While another month still stands there, nothing is said of its days.
    if (days === null || monthOf(cells[7]?.dataset['date'] ?? '') !== days.month) return
    for (const cell of cells) {
      describeDay(cell, days)
      quieten(cell)
    }
    this.#focus(cells)
    // What was done just now needs no second look.
    this.#observer.takeRecords()
  }

  #focus(cells: readonly HTMLElement[]): void {
    if (this.#wanted === null || monthOf(this.#wanted) !== this.#days?.month) return
    const cell = cells.find(({ dataset }) => dataset['date'] === this.#wanted)
    this.#wanted = null
    cell?.querySelector('button')?.focus()
  }

  #move = (event: KeyboardEvent): void => {
    const date = (event.target as Element).closest<HTMLElement>('.sx__month-grid-day')?.dataset['date']
    const next = date === undefined ? null : dayAfterKey(event.key, date)
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    this.#wanted = next
    this.#onMove(next)
  }
}

function describeDay(cell: HTMLElement, { month, chosen, today, counts, reachable }: MonthDays): void {
  const date = cell.dataset['date'] ?? ''
  const there = cell.querySelector('button')
  const button = there ?? buttonOf(date)
  set(button, 'tabindex', date === reachable ? '0' : '-1')
  set(button, 'aria-pressed', String(date === chosen))
  set(button, 'aria-current', date === today ? 'date' : null)
  set(button, 'aria-label', nameOf(date, counts.get(date) ?? 0))
  set(button, 'data-out', monthOf(date) === month ? null : 'true')
  // The sheet could ask whether the cell holds a pressed button, but then would ask again at every chip.
  set(cell, 'data-chosen', date === chosen ? 'true' : null)
  // In the place that Schedule-X leaves for a date of one's own.
  if (there === null) cell.querySelector('.sx__month-grid-day__header')?.lastElementChild?.append(button)
}

function buttonOf(date: string): HTMLButtonElement {
  const button = document.createElement('button')
  const number = document.createElement('span')
  button.type = 'button'
  button.className = styles['date'] ?? ''
  number.textContent = String(Number(date.slice(8)))
  button.append(number)
  return button
}

/** Writing what stands there already would have its styles looked up again. */
function set(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

function nameOf(date: string, events: number): string {
  if (events === 0) return formatLongDate(date)
  return `${formatLongDate(date)}, ${formatCount(events, 'event')}`
}

/**
 * Schedule-X makes every event a stop of the Tab key and names what may not have a name. Here the day's own button says
 * its date and how many events it has, and pressing anything in the cell chooses the day, so the rest is plain text.
 */
function quieten(cell: HTMLElement): void {
  cell.removeAttribute('aria-label')
  for (const event of cell.querySelectorAll('.sx__month-grid-event[role]')) {
    event.removeAttribute('role')
    event.removeAttribute('tabindex')
  }
}

/** As date pickers do: arrows by days and weeks, Home and End within the week, Page Up and Page Down by months. */
function dayAfterKey(key: string, date: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -weekdayOf(date))
    case 'End':
      return addDays(date, 6 - weekdayOf(date))
    case 'PageUp':
      return sameDayOf(addMonths(monthOf(date), -1), date)
    case 'PageDown':
      return sameDayOf(addMonths(monthOf(date), 1), date)
    default:
      return null
  }
}
