import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { useState } from 'react'
import { restoreFieldsOnReturn } from '#app/page/restore-fields.ts'

function Fields() {
  const [text, setText] = useState('')
  return (
    <form>
      <input
        aria-label="Controlled"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <input aria-label="Registered" autoComplete="off" />
      <input aria-label="Ticked" type="checkbox" autoComplete="off" />
      <input aria-label="Photo" type="file" autoComplete="off" />
      <textarea aria-label="Notes" autoComplete="off" />
      <output>{text}</output>
    </form>
  )
}

/** Resets a field as WebKit does, without an event and bypassing React's property. */
function resetAsWebKitDoes(field: HTMLInputElement) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')?.set?.call(field, false)
}

test('a page returning from the cache shows the form’s values in its fields', async () => {
  restoreFieldsOnReturn()
  await render(<Fields />)
  await page.getByLabelText('Controlled').fill('Ann')
  await page.getByLabelText('Registered').fill('Lee')
  await page.getByLabelText('Ticked').click()
  await page.getByLabelText('Notes').fill('Likes gardens')
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  // WebKit empties them in a task after the event.
  for (const field of document.querySelectorAll<HTMLInputElement>('input:not([type=file])')) resetAsWebKitDoes(field)
  await expect.element(page.getByLabelText('Controlled')).toHaveValue('Ann')
  await expect.element(page.getByLabelText('Registered')).toHaveValue('Lee')
  await expect.element(page.getByLabelText('Ticked')).toBeChecked()
  await expect.element(page.getByLabelText('Notes')).toHaveValue('Likes gardens')
  await expect.element(page.getByRole('status')).toHaveTextContent('Ann')
  await page.getByLabelText('Controlled').fill('Anna')
  await expect.element(page.getByRole('status')).toHaveTextContent('Anna')
})
