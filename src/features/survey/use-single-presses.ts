import { useState } from 'react'

/** As long as the second half of a double tap may take. */
const doublePressMs = 500

/**
 * Tells the second half of a double press, which lands on what the first half has just shown and is no decision about it.
 * After anything else was touched in between (`forget`), a press is one of its own.
 */
export function useSinglePresses() {
  return useState(() => {
    let last = -Infinity
    return {
      isRepeated(timeStamp: number): boolean {
        const isRepeated = timeStamp - last < doublePressMs
        last = timeStamp
        return isRepeated
      },
      forget(): void {
        last = -Infinity
      },
    }
  })[0]
}
