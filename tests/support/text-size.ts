import { onTestFinished } from 'vitest'

/** Sets the reader's text size, such as '200%', until the test ends. */
export function setTextSize(size: string): void {
  document.documentElement.style.fontSize = size
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
}
