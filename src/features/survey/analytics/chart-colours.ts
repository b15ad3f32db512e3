/** The palette of ten, from the beginning again after its end. */
export function colourOf(index: number): string {
  return `var(--chart-${(index % 10) + 1})`
}
