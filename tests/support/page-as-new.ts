import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { forgetState } from './stores.ts'

/** The screens' files share a page, whose modules take longer to load than a file's tests; each test finds it as new. */
beforeEach(async () => {
  await cleanup()
  await page.viewport(414, 896)
  localStorage.clear()
  sessionStorage.clear()
  forgetState()
})
