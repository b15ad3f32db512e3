import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { Button } from '#ui/basics/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { closeOnBack } from '#ui/dialogs/use-close-on-back.ts'
import { watchHistory } from '#ui/dialogs/history-entry.ts'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { useInlineForm } from '#ui/form/use-inline-form.ts'

/** A list with a sheet that asks a question, and the page that both lead to, on the browser's history. */
const root = createRootRoute({ component: Outlet })
const getParentRoute = () => root
const start = createRoute({
  getParentRoute,
  path: '/start',
  component: () => (
    <a href="/list" onClick={follow}>
      To the list
    </a>
  ),
})
const list = createRoute({
  getParentRoute,
  path: '/list',
  validateSearch: (search: { words?: string }) => search,
  component: List,
})
const record = createRoute({ getParentRoute, path: '/record', component: () => <h1>Record</h1> })
const routeTree = root.addChildren([start, list, record])

function follow(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  history.push(event.currentTarget.pathname)
}

let arrivals = 0
window.addEventListener('popstate', () => (arrivals += 1))
watchHistory()
const before = window.location.href
const history = createBrowserHistory()
afterAll(() => history.replace(before))

async function openList() {
  history.push('/start')
  const router = createRouter({ routeTree, history })
  // The registered router type is the app's; this one is smaller.
  await render(<RouterProvider router={router as never} />)
  await page.getByRole('link', { name: 'To the list' }).click()
  await expect.element(page.getByRole('heading', { name: 'List' })).toBeVisible()
  await expectPath('/list')
}

function List() {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const form = useInlineForm()
  return (
    <>
      <h1>List</h1>
      <Button onClick={() => setIsOpen(true)}>Visitors</Button>
      <Button {...form.opener(true)}>Log a Call</Button>
      {form.open !== null && <form id={form.form.id} aria-label="Log a Call" />}
      <Sheet open={isOpen} title="Visitors" onClose={() => setIsOpen(false)}>
        <a href="/record" onClick={follow}>
          Record
        </a>
        <Button onClick={() => setIsAsking(true)}>Delete</Button>
        <Button onClick={() => void navigate({ to: '/list', search: { words: 'oak' }, replace: true } as never)}>
          Narrow the list
        </Button>
        <ConfirmDialog
          open={isAsking}
          title="Are you sure?"
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            setIsOpen(false)
            void navigate({ to: '/record' } as never)
          }}
        />
      </Sheet>
    </>
  )
}

const sheet = () => page.getByRole('dialog', { name: 'Visitors' })
const question = () => page.getByRole('alertdialog', { name: 'Are you sure?' })
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const openSheet = async () => {
  await page.getByRole('button', { name: 'Visitors' }).click()
  await expect.element(sheet()).toBeVisible()
}

const back = () => window.history.back()
const expectPath = (path: string) => expect.poll(() => window.location.pathname + window.location.search).toBe(path)

test('Back closes the sheet and stays on the page; the next Back leaves the page', async () => {
  await openList()
  await openSheet()
  back()
  await expect.element(sheet()).not.toBeInTheDocument()
  await expect.element(heading('List')).toBeVisible()
  await expectPath('/list')
  back()
  await expectPath('/start')
})

test('Back closes a form inside the page, and its button has the focus again', async () => {
  await openList()
  const opener = page.getByRole('button', { name: 'Log a Call' })
  await opener.click()
  await expect.element(page.getByRole('form', { name: 'Log a Call' })).toBeInTheDocument()
  back()
  await expect.element(page.getByRole('form', { name: 'Log a Call' })).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await expectPath('/list')
  back()
  await expectPath('/start')
})

test('Back closes the topmost dialog first', async () => {
  await openList()
  await openSheet()
  await sheet().getByRole('button', { name: 'Delete' }).click()
  await expect.element(question()).toBeVisible()
  back()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(sheet()).toBeVisible()
  back()
  await expect.element(sheet()).not.toBeInTheDocument()
  await expectPath('/list')
})

test('a sheet closed by its button leaves no history entry, however often it was opened', async () => {
  await openList()
  for (const _ of [1, 2, 3]) {
    await openSheet()
    await sheet().getByRole('button', { name: 'Close' }).click()
    await expect.element(sheet()).not.toBeInTheDocument()
  }
  await expect.poll(() => window.history.state.openDialogs).toBeUndefined()
  back()
  await expectPath('/start')
})

test('Back closes a question only after its running action has finished', async () => {
  await openList()
  const entries = () => expect.poll(() => window.history.state.openDialogs ?? 0)
  const cancel = vi.fn()
  const asked = (busy: boolean) => (
    <ConfirmDialog open busy={busy} title="Delete it?" onConfirm={() => {}} onCancel={cancel} />
  )
  const { rerender } = await render(asked(true))
  await entries().toBe(1)
  for (const _ of [1, 2]) {
    const entering = vi.spyOn(History.prototype, 'pushState')
    back()
    await expect.poll(() => entering).toHaveBeenCalledOnce()
    entering.mockRestore()
    await entries().toBe(1)
  }
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  expect(cancel).not.toHaveBeenCalled()
  await rerender(asked(false))
  back()
  await expect.poll(() => cancel).toHaveBeenCalledOnce()
  await expectPath('/list')
})

test('a dialog opened while the browser is still leaving the previous entry stays open until Back', async () => {
  await openList()
  const entries = () => expect.poll(() => window.history.state.openDialogs ?? 0)
  const closeFirst = closeOnBack(() => {})
  await entries().toBe(1)
  const closeSecond = vi.fn()
  const go = window.history.go.bind(window.history)
  const leaving = vi.spyOn(window.history, 'go').mockImplementationOnce((delta) => {
    go(delta)
    closeOnBack(closeSecond)
  })
  const entering = vi.spyOn(History.prototype, 'pushState')
  onTestFinished(() => {
    leaving.mockRestore()
    entering.mockRestore()
  })
  closeFirst()
  await expect.poll(() => entering).toHaveBeenCalledOnce()
  expect(closeSecond).not.toHaveBeenCalled()
  back()
  await entries().toBe(0)
  expect(closeSecond).toHaveBeenCalledOnce()
})

test('from a page reached from a sheet, Back leads to the page under the sheet, then further back', async () => {
  await openList()
  await openSheet()
  await sheet().getByRole('link', { name: 'Record' }).click()
  await expect.element(heading('Record')).toBeVisible()
  await expectPath('/record')
  back()
  await expect.element(heading('List')).toBeVisible()
  await expect.element(sheet()).not.toBeInTheDocument()
  back()
  await expectPath('/start')
})

test('Back works the same after an answer that closes everything and opens another page', async () => {
  await openList()
  await openSheet()
  await sheet().getByRole('button', { name: 'Delete' }).click()
  await question().getByRole('button', { name: 'Delete' }).click()
  await expect.element(heading('Record')).toBeVisible()
  await expectPath('/record')
  back()
  await expect.element(heading('List')).toBeVisible()
  back()
  await expectPath('/start')
})

test('the page’s address is unchanged when the sheet over it closes', async () => {
  await openList()
  await openSheet()
  await sheet().getByRole('button', { name: 'Narrow the list' }).click()
  await expectPath('/list?words=oak')
  back()
  await expect.element(sheet()).not.toBeInTheDocument()
  await expectPath('/list?words=oak')
  await openSheet()
  await sheet().getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => window.history.state.openDialogs ?? 0).toBe(0)
  await expectPath('/list?words=oak')
  back()
  await expectPath('/start')
})

test('Forward does not reopen a closed sheet', async () => {
  await openList()
  await openSheet()
  back()
  await expect.element(sheet()).not.toBeInTheDocument()
  const before = arrivals
  window.history.forward()
  await expect.poll(() => arrivals).toBe(before + 2)
  await expect.element(heading('List')).toBeVisible()
  back()
  await expectPath('/start')
})

function swipe(element: Element, by: { x?: number; y?: number }) {
  const { left, top } = element.getBoundingClientRect()
  const touch = (type: string, part: number) => {
    const place = { clientX: left + 20 + (by.x ?? 0) * part, clientY: top + 10 + (by.y ?? 0) * part }
    const finger = new Touch({ identifier: 1, target: element, ...place })
    const isUp = type === 'touchend'
    const touches = { touches: isUp ? [] : [finger], changedTouches: [finger] }
    element.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: true, ...touches }))
  }
  touch('touchstart', 0)
  for (const part of [0.25, 0.5, 0.75, 1]) touch('touchmove', part)
  touch('touchend', 1)
}

async function openSheetOnPhone(width = 390) {
  await page.viewport(width, 800)
  await openList()
  await openSheet()
}

test('a sheet can be closed by swiping down', async () => {
  await openSheetOnPhone()
  swipe(sheet().element(), { y: 200 })
  await expect.element(sheet()).not.toBeInTheDocument()
})

test.each([
  ['sideways', { x: 200, y: 60 }],
  ['up', { y: -200 }],
])('a finger that moves %s leaves the sheet open', async (_, by) => {
  await openSheetOnPhone()
  swipe(sheet().element(), by)
  expect(sheet().element().style.translate).toBe('')
  await expect.element(sheet()).toBeVisible()
})

test('a swipe down in a scrolled sheet scrolls it, and the sheet stays open', async () => {
  await openSheetOnPhone()
  const text = document.createElement('div')
  text.style.cssText = 'overflow:auto;block-size:40px'
  text.innerHTML = '<p style="block-size:400px">Anna, Ben, Cleo</p>'
  sheet().element().append(text)
  text.scrollTop = 100
  swipe(text, { y: 200 })
  expect(sheet().element().style.translate).toBe('')
  await expect.element(sheet()).toBeVisible()
})

test('a window in the middle of a desktop screen cannot be swiped', async () => {
  await openSheetOnPhone(1280)
  swipe(sheet().element(), { y: 200 })
  await expect.element(sheet()).toBeVisible()
})
