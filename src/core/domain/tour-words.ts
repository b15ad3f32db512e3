/** 'Tour #41', or 'New tour' while the server has given no number (reading R6). */
export function tourTitle(id: unknown): string {
  return typeof id === 'number' ? `Tour #${id}` : 'New tour'
}

/** "23.4 mi". */
export function milesText(miles: number): string {
  return `${miles.toFixed(1)} mi`
}

/** "4 stops". */
export function stopsText(count: number): string {
  return count === 1 ? '1 stop' : `${count} stops`
}
