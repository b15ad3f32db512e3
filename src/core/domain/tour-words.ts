/** 'Tour #41', or 'New tour' while the server has given no number (decisions §3). */
export function tourTitle(id: unknown): string {
  return typeof id === 'number' ? `Tour #${id}` : 'New tour'
}
