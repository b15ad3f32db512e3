/** "1 unsent change", "3 unsent changes". */
export function changesInWords(count: number): string {
  return `${count.toLocaleString('en-US')} unsent ${count === 1 ? 'change' : 'changes'}`
}
