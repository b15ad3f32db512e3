/** Lets others have their turn, for so many milliseconds at least. */
export function rest(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
