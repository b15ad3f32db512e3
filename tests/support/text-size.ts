import { onTestFinished } from 'vitest'

/** The size that a reader has set for all text, such as '200%', until the test ends. */
export function setTextSize(size: string): void {
  document.documentElement.style.fontSize = size
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
}
