import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useLiveQuery } from '#storage/use-live-query.ts'

const isHidden = () => 'reading' in document.documentElement.dataset

test('a page is hidden until all that it reads is there, also what only the first answer asks for', async () => {
  let answerFirst: (answer: string) => void = () => {}
  let answerSecond: (answer: undefined) => void = () => {}
  const first = new Promise<string>((resolve) => (answerFirst = resolve))
  const second = new Promise<undefined>((resolve) => (answerSecond = resolve))
  const Second = () => <p>{useLiveQuery(() => second, []) ?? 'no such record'}</p>
  const First = () => {
    const answer = useLiveQuery(() => first, [])
    return answer === undefined ? null : <Second />
  }
  const page = await render(<First />)
  expect(isHidden()).toBe(true)
  answerFirst('found')
  await expect.element(page.getByText('no such record')).toBeInTheDocument()
  expect(isHidden()).toBe(true)
  answerSecond(undefined)
  await expect.poll(isHidden).toBe(false)
})

test('what is read later, such as by a dialog, hides nothing', async () => {
  const Later = () => <p>{useLiveQuery(() => new Promise<string>(() => {}), []) ?? 'reading'}</p>
  const Page = () => {
    const [isOpen, setIsOpen] = useState(false)
    const answer = useLiveQuery(() => 'found', [])
    return (
      <>
        <button onClick={() => setIsOpen(true)}>{answer}</button>
        {isOpen && <Later />}
      </>
    )
  }
  const page = await render(<Page />)
  await page.getByRole('button', { name: 'found' }).click()
  await expect.element(page.getByText('reading')).toBeInTheDocument()
  expect(isHidden()).toBe(false)
})
