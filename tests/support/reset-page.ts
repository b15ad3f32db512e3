// Imported first, as in the app, because the first import decides the order of the style layers.
import '#ui/styles/styles.css'
import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { forgetState } from './stores.ts'

/** The tests of a file share its page; this resets it. */
beforeEach(async () => {
  await cleanup()
  await page.viewport(414, 896)
  localStorage.clear()
  sessionStorage.clear()
  forgetState()
})
