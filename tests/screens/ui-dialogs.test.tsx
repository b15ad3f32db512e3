import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { dropSecondPresses } from '#app/page/drop-second-presses.ts'
import { Button } from '#ui/basics/button.tsx'
import { ConfirmDialog, AlertDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { untilTestEnds } from '#tests/support/until-test-ends.ts'
import { longTest } from '#tests/support/long-test.ts'

const question = 'Are you sure you want to delete this listing?'

function Deletion({ onDelete }: { onDelete: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const [isThere, setIsThere] = useState(true)
  return (
    <main tabIndex={-1}>
      {isThere && <Button onClick={() => setIsAsking(true)}>Delete 51 Aiken Way</Button>}
      <ConfirmDialog
        open={isAsking}
        title={question}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          setIsThere(false)
          onDelete()
        }}
      >
        <p>2 photos go with it.</p>
      </ConfirmDialog>
    </main>
  )
}

const dialog = () => page.getByRole('alertdialog', { name: question })

test('a deletion asks first, with the focus on Cancel', async () => {
  await render(<Deletion onDelete={() => {}} />)
  await page.getByRole('button', { name: 'Delete 51 Aiken Way' }).click()
  await expect.element(dialog()).toBeVisible()
  await expect.element(dialog()).toHaveTextContent('2 photos go with it.')
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
})

test.each(['{Escape}', '{Enter}'])('%s keeps the record and returns the focus', async (key) => {
  const remove = vi.fn()
  await render(<Deletion onDelete={remove} />)
  await page.getByRole('button', { name: 'Delete 51 Aiken Way' }).click()
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard(key)
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Delete 51 Aiken Way' })).toHaveFocus()
  expect(remove).not.toHaveBeenCalled()
})

/** A sheet's button at the lower edge, and the bar that is there once the sheet is closed. */
function SheetAboveABar({ onLeave }: { onLeave: () => void }) {
  const [isOpen, setIsOpen] = useState(true)
  const place = { position: 'fixed', insetInlineStart: 0, insetBlockStart: 0, inlineSize: 200, blockSize: 60 } as const
  return (
    <main>
      <button style={place} onClick={onLeave}>
        My Tours
      </button>
      {isOpen && (
        <div role="dialog" aria-label="New Appointment">
          <button style={place} onClick={() => setIsOpen(false)}>
            Create Appointment
          </button>
        </div>
      )}
    </main>
  )
}

test('the second half of a double tap on a closed sheet does not press what is below', async () => {
  const leave = vi.fn()
  dropSecondPresses(document, untilTestEnds())
  await render(<SheetAboveABar onLeave={leave} />)
  await page.getByRole('button', { name: 'Create Appointment' }).dblClick()
  await expect.element(page.getByRole('button', { name: 'Create Appointment' })).not.toBeInTheDocument()
  expect(leave).not.toHaveBeenCalled()
  // A separate press counts: elsewhere, later or after typing.
  await page.getByRole('button', { name: 'My Tours' }).click({ position: { x: 190, y: 50 } })
  expect(leave).toHaveBeenCalledOnce()
})

test.each([
  ['a finger', async () => page.getByRole('button').dblClick()],
  [
    'the Enter key',
    async () => {
      page.getByRole('button').element().focus()
      await userEvent.keyboard('{Enter}{Enter}')
    },
  ],
])('a button pressed once ignores a second press by %s, and accepts one after typing', async (_, twice) => {
  const press = vi.fn()
  dropSecondPresses(document, untilTestEnds())
  await render(
    <main>
      <Button data-press="once" onClick={press}>
        I’m here
      </Button>
    </main>,
  )
  await twice()
  expect(press).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Shift}')
  await page.getByRole('button').click()
  expect(press).toHaveBeenCalledTimes(2)
})

test('rows that move up under the finger register each tap', async () => {
  dropSecondPresses(document, untilTestEnds())
  function Rows() {
    const [left, setLeft] = useState(['Elm St', 'Oak Way', 'Pine Rd'])
    return (
      <main>
        {left.map((row) => (
          <button
            key={row}
            style={{ display: 'block', blockSize: 60 }}
            onClick={() => setLeft((rows) => rows.filter((one) => one !== row))}
          >
            Add {row}
          </button>
        ))}
      </main>
    )
  }
  await render(<Rows />)
  await page.getByRole('button', { name: 'Add Elm St' }).dblClick()
  await expect.element(page.getByRole('button', { name: 'Add Oak Way' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Add Pine Rd' })).toBeVisible()
})

/** As in the app, the row disappears when the device has deleted it, after the question has closed. */
function Records({ onDelete }: { onDelete: (end: () => void) => void }) {
  const [records, setRecords] = useState(['51 Aiken Way', '21 Oak Way', '305 Pine Rd'])
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <main tabIndex={-1}>
      {records.map((record) => (
        <article key={record}>
          <a href="#view">View {record}</a>
          <Button onClick={() => setAsked(record)}>Delete {record}</Button>
        </article>
      ))}
      <ConfirmDialog
        open={asked !== null}
        title={question}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null)
          onDelete(() => setRecords((all) => all.filter((record) => record !== asked)))
        }}
      />
    </main>
  )
}

longTest('after a deletion the focus moves to the row beside it, and after the last to the page', async () => {
  let endDeletion = () => {}
  const confirm = async () => {
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await expect.element(dialog()).not.toBeInTheDocument()
    endDeletion()
  }
  await render(<Records onDelete={(end) => (endDeletion = end)} />)
  for (const [record, next] of [
    ['21 Oak Way', '305 Pine Rd'],
    ['305 Pine Rd', '51 Aiken Way'],
  ] as const) {
    await page.getByRole('button', { name: `Delete ${record}` }).click()
    await confirm()
    await expect.element(page.getByText(`View ${record}`)).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: `Delete ${next}` })).toHaveFocus()
  }
  await page.getByRole('button', { name: 'Delete 51 Aiken Way' }).click()
  await confirm()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('during its action, neither Cancel nor Escape closes the question, and the focus stays', async () => {
  const cancel = vi.fn()
  await render(<ConfirmDialog open busy title={question} onConfirm={() => {}} onCancel={cancel} />)
  const button = dialog().getByRole('button', { name: 'Cancel' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
  expect(cancel).not.toHaveBeenCalled()
})

test('a press beside a question does not answer it', async () => {
  await page.viewport(1280, 800)
  await render(<Deletion onDelete={() => {}} />)
  await page.getByRole('button', { name: 'Delete 51 Aiken Way' }).click()
  await expect.element(dialog()).toBeVisible()
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
  await expect.element(dialog()).toBeVisible()
})

test('when the button disappears with its record, the focus moves to the page', async () => {
  const remove = vi.fn()
  await render(<Deletion onDelete={remove} />)
  await page.getByRole('button', { name: 'Delete 51 Aiken Way' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  expect(remove).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('with a keyboard, a sheet with a form starts in its first field', async () => {
  await render(
    <Sheet open title="New Appointment" onClose={() => {}}>
      <form>
        <input aria-label="Title" />
        <input aria-label="Date" />
      </form>
    </Sheet>,
  )
  await expect.element(page.getByLabelText('Title')).toHaveFocus()
})

test('an open dialog hides the page behind it, and adds no style tag that the policy would refuse', async () => {
  // The development server adds a style tag for each style sheet; the built page has files instead.
  const styleTags = () => document.querySelectorAll('style:not([data-vite-dev-id])').length
  const before = styleTags()
  await render(<Deletion onDelete={() => {}} />)
  await page.getByRole('button', { name: 'Delete 51 Aiken Way' }).click()
  await expect.element(dialog()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Delete 51 Aiken Way' })).not.toBeInTheDocument()
  expect(styleTags()).toBe(before)
})

test('an upload alert is announced and closed by one button', async () => {
  const close = vi.fn()
  await render(<AlertDialog open title="File size must be less than 5MB" onClose={close} />)
  const alert = page.getByRole('alertdialog', { name: 'File size must be less than 5MB' })
  await expect.element(alert.getByRole('button', { name: 'OK' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(close).toHaveBeenCalledOnce()
})

test('on a phone a sheet slides in from below and closes by its button', async () => {
  await page.viewport(390, 800)
  const close = vi.fn()
  await render(
    <Sheet open title="Add a property" onClose={close}>
      <p>Address</p>
    </Sheet>,
  )
  const sheet = page.getByRole('dialog', { name: 'Add a property' })
  await expect.poll(() => Math.round(sheet.element().getBoundingClientRect().bottom)).toBe(800)
  await sheet.getByRole('button', { name: 'Close' }).click()
  expect(close).toHaveBeenCalledOnce()
})
