import { expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { Button } from '#ui/basics/button.tsx'
import { ErrorSummary } from '#ui/fields/field.tsx'

test('with reduced motion, the colors of another theme change at once', async ({ onTestFinished }) => {
  await askForMotion('reduce')
  onTestFinished(async () => {
    delete document.documentElement.dataset['theme']
    await askForMotion('')
  })
  await render(
    <main>
      <ErrorSummary errors={[{ name: 'email', message: 'Enter an email.' }]} />
      <Button>Create</Button>
    </main>,
  )

  const moving = (['light', 'dark', 'light'] as const).map((theme) => {
    document.documentElement.dataset['theme'] = theme
    return document.getAnimations().length
  })

  expect(moving).toEqual([0, 0, 0])
})

async function askForMotion(value: 'reduce' | ''): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
}
