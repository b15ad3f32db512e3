import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { Button } from '#ui/basics/button.tsx'
import { CheckboxField, SwitchField } from '#ui/fields/checkbox-field.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { PencilIcon } from '#ui/icons/icon.tsx'
import { Pagination } from '#ui/lists/pagination.tsx'
import { PriceField } from '#ui/fields/price-field.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField, TextArea, PasswordField, ErrorSummary } from '#ui/fields/field.tsx'
import { ToggleSort } from '#ui/lists/list-header.tsx'
import { texts } from '#tests/support/texts.ts'

test('a busy button says so, keeps the focus and ignores a second press', async () => {
  const press = vi.fn()
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <Button type="submit" variant="primary" busy={busy} busyLabel="Logging in..." onClick={press}>
        Login
      </Button>
    </form>
  )
  const { rerender } = await render(form(false))
  await page.getByRole('button', { name: 'Login' }).click()
  await rerender(form(true))
  const button = page.getByRole('button', { name: 'Logging in...' })
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await button.click()
  expect(press).toHaveBeenCalledTimes(1)
  expect(submit).toHaveBeenCalledTimes(1)
  await expect.element(button).toHaveFocus()
})

test('a button that is aria-disabled can still say what is missing', async () => {
  const press = vi.fn()
  await render(
    <Button aria-disabled onClick={press}>
      Create Tour
    </Button>,
  )
  page.getByRole('button', { name: 'Create Tour' }).element().focus()
  await userEvent.keyboard('{Enter}')
  expect(press).toHaveBeenCalledTimes(1)
})

test('a field is found by its label, and has its hint and its error as description', async () => {
  await render(<TextField label="Email" hint="Hint stays." error="Enter an email." name="email" />)
  const field = page.getByLabelText('Email', { exact: true })
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription('Enter an email. Hint stays.')
})

test('a password is found by its label alone, and can be shown', async () => {
  await render(<PasswordField label="Password" defaultValue="correct horse" />)
  const field = page.getByLabelText('Password')
  await expect.element(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show characters' }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide characters' }).click()
  await expect.element(field).toHaveAttribute('type', 'password')
})

test('the error summary takes the focus, and each line leads to its field', async () => {
  await render(
    <form noValidate>
      <ErrorSummary
        errors={[
          { name: 'listing_price', message: 'Listing Price is required.' },
          { name: 'description', message: 'Description is required.' },
        ]}
      />
      <PriceField label="Listing Price" name="listing_price" />
      <TextArea label="Description" name="description" />
    </form>,
  )
  await expect.element(page.getByRole('alert')).toHaveFocus()
  await page.getByRole('link', { name: 'Description is required.' }).click()
  await expect.element(page.getByLabelText('Description')).toHaveFocus()
})

test('the error summary takes the focus again at the next attempt, and disappears without errors', async () => {
  const summary = (attempt: number, errors: { message: string }[]) => (
    <>
      <Button>Save</Button>
      <ErrorSummary attempt={attempt} errors={errors} />
    </>
  )
  const { rerender } = await render(summary(1, [{ message: 'Choose a status.' }]))
  await page.getByRole('button', { name: 'Save' }).click()
  await rerender(summary(2, [{ message: 'Choose a status.' }]))
  await expect.element(page.getByRole('alert')).toHaveFocus()
  await rerender(summary(3, []))
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a filter shows which choice is selected', async () => {
  const choose = vi.fn()
  const options = [
    { value: 'all', label: 'All' },
    { value: 'buyers', label: 'Buyers' },
  ] as const
  await render(<SegmentedFilter label="Category" options={options} value="all" onChange={choose} />)
  await expect.element(page.getByRole('group', { name: 'Category' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Buyers' }).click()
  expect(choose).toHaveBeenCalledExactlyOnceWith('buyers')
})

test('a sort button has its direction in words', async () => {
  const words = { ascending: 'oldest first', descending: 'newest first' }
  await render(<ToggleSort label="Date" direction="descending" words={words} onClick={() => {}} />)
  await expect.element(page.getByRole('button', { name: 'Date newest first' })).toHaveAttribute('aria-pressed', 'true')
})

test('pages show first, last and at most five numbers around the current one', async () => {
  const turn = vi.fn()
  const { rerender } = await render(<Pagination page={7} pageCount={9} onPageChange={turn} />)
  const numbers = () => texts(page.getByRole('button', { name: /^Page/ }))
  expect(numbers()).toEqual(['5', '6', '7', '8', '9'])
  await expect.element(page.getByRole('button', { name: 'Page 7' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'First page' }).click()
  await page.getByRole('button', { name: 'Last page' }).click()
  expect(turn.mock.calls).toEqual([[1], [9]])
  await rerender(<Pagination page={1} pageCount={3} onPageChange={turn} />)
  expect(numbers()).toEqual(['1', '2', '3'])
  await rerender(<Pagination page={1} pageCount={1} onPageChange={turn} />)
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
})

test('every control is at least 44 px in each direction', async () => {
  await page.viewport(320, 800)
  await render(
    <main>
      <Button>A</Button>
      <IconButton label="Edit 51 Aiken Way">
        <PencilIcon />
      </IconButton>
      <TextField label="Username" />
      <PasswordField label="Password" />
      <PriceField label="Listing Price" />
      <TextArea label="Notes" />
      <SearchField label="Search clients" />
      <SelectField label="Status">
        <option>For Sale</option>
      </SelectField>
      <SegmentedFilter label="Category" options={[{ value: 'a', label: 'All' }]} value="a" onChange={() => {}} />
      <ToggleSort label="Price" direction={undefined} words={{ ascending: '', descending: '' }} onClick={() => {}} />
      <Pagination page={3} pageCount={9} onPageChange={() => {}} />
      <CheckboxField label="I understand" />
      <SwitchField label="Dark theme" />
    </main>,
  )
  // A checkbox and a switch are pressed by their label, which is as tall as a finger.
  const targets = [...document.querySelectorAll('button, select, textarea, input:not([type=checkbox]), input + label')]
  expect(targets.length).toBeGreaterThan(18)
  const tooSmall = targets.filter((target) => {
    const { width, height } = target.getBoundingClientRect()
    return width < 44 || height < 44
  })
  expect(tooSmall.map((target) => target.outerHTML)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
