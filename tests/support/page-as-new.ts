// First, as in the app: the order of the style layers is decided by what comes first.
import '#ui/styles/styles.css'
import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { forgetState } from './stores.ts'

/** The tests of a file share its page; each finds it as new. */
beforeEach(async () => {
  await cleanup()
  await page.viewport(414, 896)
  localStorage.clear()
  sessionStorage.clear()
  forgetState()
})
