import { useState } from 'react'
import * as v from 'valibot'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { draftPort } from '#storage/drafts/draft-port.ts'
import { loadDraft, saveDraft } from '#storage/drafts/drafts.ts'
import { countDirtyForm, useUpdate } from '#state/update.ts'
import { Button } from '#ui/basics/button.tsx'
import { RecordForm, DialogForm } from '#ui/form/record-form.tsx'
import { autosaveMs, type DraftPort } from '#ui/form/use-form-draft.ts'
import { useRecordForm, type FormRefusal } from '#ui/form/use-record-form.ts'
import { InlineForm } from '#ui/form/inline-form.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { untilDatabasesAreIdle } from '#tests/support/until-databases-are-idle.ts'
import { texts } from '#tests/support/texts.ts'
import { longTest } from '#tests/support/long-test.ts'

const schema = v.object({
  address: v.pipe(v.string(), v.trim(), v.nonEmpty('Address is required.')),
  city: v.pipe(v.string(), v.trim(), v.nonEmpty('City is required.')),
})
type Values = { address: string; city: string }
type Saved = { opId: string; parsed: Values; opened: Values }

type FormProps = {
  name: string
  opened?: Values
  refusal?: FormRefusal
  save?: (saved: Saved) => Promise<FormRefusal | void>
  onFailure?: (error: unknown) => string
  saveDraft?: DraftPort<Values>['save']
  loadDraft?: DraftPort<Values>['load']
  onSaved?: () => void
}

const empty: Values = { address: '', city: '' }

function PropertyForm({ name, opened = empty, refusal, save, onSaved, onFailure, ...slow }: FormProps) {
  const [drafts] = useState(() => ({
    ...draftPort<Values>('7', name),
    ...(slow.saveDraft && { save: slow.saveDraft }),
    ...(slow.loadDraft && { load: slow.loadDraft }),
  }))
  const form = useRecordForm<Values, Values>({
    schema,
    opened,
    labels: { address: 'Address', city: 'City' },
    save: save ?? (async () => undefined),
    onSaved,
    failure: 'Failed to save. Please try again.',
    onFailure,
    drafts,
    refusal,
    whileDirty: countDirtyForm,
  })
  return (
    <RecordForm form={form} label="Property">
      <TextField {...form.field('address')} />
      <TextField {...form.field('city')} />
      <Button type="submit" variant="primary" busy={form.state === 'saving'} busyLabel="Saving...">
        Save
      </Button>
    </RecordForm>
  )
}

const address = () => page.getByLabelText('Address')
const city = () => page.getByLabelText('City')
const saveButton = () => page.getByRole('button', { name: 'Save' })

test.each([
  ['a dialog', DialogForm],
  ['a section', InlineForm],
])('in %s Cancel does not undo a running save', async (_, FormOfDialog) => {
  const cancel = vi.fn()
  let isSaved = () => {}
  const saving = new Promise<void>((resolve) => (isSaved = resolve))
  function SlowForm() {
    const form = useRecordForm<Values, Values>({
      schema,
      opened: empty,
      labels: { address: 'Address', city: 'City' },
      save: () => saving,
      failure: 'Failed to save. Please try again.',
    })
    return (
      <FormOfDialog id="slow" form={form} label="Property" submitLabel="Save" busyLabel="Saving..." onCancel={cancel}>
        <TextField {...form.field('address')} />
        <TextField {...form.field('city')} />
      </FormOfDialog>
    )
  }
  await render(<SlowForm />)
  await address().fill('51 Aiken Way')
  await city().fill('Elverta')
  await saveButton().click()
  const cancelButton = page.getByRole('button', { name: 'Cancel' })
  await expect.element(cancelButton).toHaveAttribute('aria-disabled', 'true')
  await cancelButton.click({ force: true })
  await expect.element(address()).toHaveValue('51 Aiken Way')
  expect(cancel).not.toHaveBeenCalled()
  isSaved()
  await expect.element(saveButton()).toBeVisible()
})

test('a refused form marks its fields, lists the errors and focuses the first wrong field', async () => {
  await render(<PropertyForm name="refused" />)
  await city().fill('Elverta')
  await saveButton().click()

  await expect.element(page.getByRole('alert')).toHaveTextContent('Address is required.')
  await expect.element(address()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(address()).toHaveAccessibleDescription('Address is required.')
  await expect.element(address()).toHaveFocus()
  await expect.element(city()).not.toHaveAttribute('aria-invalid')
})

longTest('after a correction the summary disappears, and another mistake does not move the focus', async () => {
  await render(<PropertyForm name="corrected" />)
  await city().fill('Elverta')
  await saveButton().click()
  await address().fill('51 Aiken Way')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()

  await city().clear()
  await expect.element(city()).toHaveAccessibleDescription('City is required.')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(city()).toHaveFocus()

  await saveButton().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('City is required.')
})

test('a server’s refusal is shown at its field, or above the form if it belongs to none', async () => {
  const refusal = { message: 'Not today.', fieldErrors: { city: 'Unknown city.', planet: 'Wrong planet.' } }
  await render(<PropertyForm name="server" save={async () => refusal} />)
  await address().fill('51 Aiken Way')
  await city().fill('Atlantis')
  await saveButton().click()

  await expect.element(city()).toHaveAccessibleDescription('Unknown city.')
  await expect.element(city()).toHaveFocus()
  const lines = page.getByRole('alert').getByRole('listitem')
  await expect.poll(() => texts(lines)).toEqual(['Not today.', 'Wrong planet.', 'Unknown city.'])
})

test('a form opened to fix a change shows at once why it was refused (H2)', async () => {
  const refusal = { fieldErrors: { city: 'Unknown city.' } }
  await render(<PropertyForm name="fixing" opened={{ address: '51 Aiken Way', city: 'Atlantis' }} refusal={refusal} />)
  await expect.element(city()).toHaveAccessibleDescription('Unknown city.')
  await expect.element(city()).toHaveFocus()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Unknown city.')
})

test('pressing twice saves once, and the button shows that it is busy (A15)', async () => {
  const saves: Saved[] = []
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  await render(
    <PropertyForm
      name="twice"
      save={async (saved) => {
        saves.push(saved)
        await isFinished
      }}
    />,
  )
  await address().fill('  51 Aiken Way ')
  await city().fill('Elverta')
  const form = page.getByRole('form', { name: 'Property' }).element() as HTMLFormElement
  form.requestSubmit()
  form.requestSubmit()
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-busy', 'true')
  form.requestSubmit()
  finish()
  await expect.element(saveButton()).toBeInTheDocument()
  form.requestSubmit()
  await saveButton().click()
  expect(saves.map(({ parsed }) => parsed)).toEqual([{ address: '51 Aiken Way', city: 'Elverta' }])

  await city().fill('Galt')
  await saveButton().click()
  await expect.poll(() => saves.length).toBe(2)
  expect(saves[1]?.opened).toMatchObject({ city: 'Elverta' })
  expect(saves[1]?.opId).not.toBe(saves[0]?.opId)
})

test('typed text survives closing the app, is announced, and keeps its operation id (A1, A15)', async () => {
  const first = await render(<PropertyForm name="killed" />)
  await address().fill('4925 Percheron Dr')
  await expect
    .poll(async () => (await loadDraft('7', 'killed'))?.values)
    .toMatchObject({ address: '4925 Percheron Dr' })
  const kept = await loadDraft('7', 'killed')
  await first.unmount()

  const saves: Saved[] = []
  await render(<PropertyForm name="killed" save={async (saved) => void saves.push(saved)} />)
  await expect.element(address()).toHaveValue('4925 Percheron Dr')
  await expect.element(page.getByRole('status')).toHaveTextContent('Restored what you typed')
  await city().fill('Elk Grove')
  await saveButton().click()

  await expect.poll(() => saves.length).toBe(1)
  expect(saves[0]?.opId).toBe(kept?.opId)
  await expect.poll(() => loadDraft('7', 'killed')).toBeNull()
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
})

/** From here on, drafts are saved without the timer. */
function stopTheTimer() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const draftedAddress = async (name: string) => (await loadDraft('7', name))?.values['address']

test('leaving the form saves the last words at once', async () => {
  const form = await render(<PropertyForm name="left" />)
  stopTheTimer()
  await address().fill('51')
  await userEvent.keyboard(' Aiken')
  await form.unmount()
  await expect.poll(() => draftedAddress('left')).toBe('51 Aiken')
})

test('hiding the page saves the last words at once', async () => {
  await render(<PropertyForm name="away" />)
  stopTheTimer()
  await address().fill('51 Aiken Way')
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  await expect.poll(() => draftedAddress('away')).toBe('51 Aiken Way')
})

test('leaving the page saves the last words synchronously for the next page (A1)', async () => {
  await render(<PropertyForm name="reloaded" />)
  await address().fill('51 Aiken Way')
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  // The draft on the device is older than the exit draft.
  await saveDraft('7', 'reloaded', { values: { address: '51' }, opened: {}, opId: 'old', savedAt: 1 })
  const next = draftPort<Values>('7', 'reloaded')
  expect((await next.load())?.values).toMatchObject({ address: '51 Aiken Way' })
  expect(Object.keys(localStorage).filter((key) => key.includes('reloaded'))).toEqual([])
})

test('an exit draft of an earlier version is found in session storage', async () => {
  const draft = { opId: 'old', opened: empty, values: { address: '51 Aiken Way', city: '' }, savedAt: 1 }
  sessionStorage.setItem(`fanlight-draft:${location.origin}/api/:7:updated`, JSON.stringify(draft))
  await render(<PropertyForm name="updated" />)
  await expect.element(address()).toHaveValue('51 Aiken Way')
  expect(sessionStorage.length).toBe(0)
})

test('hiding the page on a phone saves the last words at once (A1)', async () => {
  await render(<PropertyForm name="hidden" />)
  stopTheTimer()
  await address().fill('51 Aiken Way')
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  hidden.mockRestore()
  expect(Object.entries(localStorage).join(' ')).toContain('51 Aiken Way')
  await expect.poll(() => draftedAddress('hidden')).toBe('51 Aiken Way')
  await expect.poll(() => Object.entries(localStorage).join(' ')).not.toContain('51 Aiken Way')
})

test('a save interrupted by leaving the page passes its words to the next page (A1, A24)', async () => {
  await render(<PropertyForm name="saving" save={() => new Promise(() => {})} />)
  await address().fill('51 Aiken Way')
  await city().fill('Elverta')
  await saveButton().click()
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect((await draftPort<Values>('7', 'saving').load())?.values).toEqual({ address: '51 Aiken Way', city: 'Elverta' })
})

test('a draft still being written when its page closes is passed to the tab’s next page (A1)', async () => {
  const written = vi.fn<() => Promise<void>>(() => new Promise(() => {}))
  await render(<PropertyForm name="slow" saveDraft={written} />)
  await address().fill('51 Aiken Way')
  await expect.poll(() => written).toHaveBeenCalled()
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect((await draftPort<Values>('7', 'slow').load())?.values).toMatchObject({ address: '51 Aiken Way' })
})

test('a draft still being written is there when the form opens again (A1)', async () => {
  let write = () => {}
  const slow = new Promise<void>((resolve) => (write = resolve))
  const saveSlowly: DraftPort<Values>['save'] = async (draft) => {
    await slow
    await draftPort<Values>('7', 'reopened').save(draft)
  }
  const first = await render(<PropertyForm name="reopened" saveDraft={saveSlowly} />)
  await address().fill('51 Aiken Way')
  await first.unmount()
  await render(<PropertyForm name="reopened" />)
  await expect.element(address()).toHaveValue('')
  write()
  await expect.element(address()).toHaveValue('51 Aiken Way')
})

test('letters typed while a draft is restored stay, and only untouched fields are filled', async () => {
  const draft = { opId: 'old', opened: empty, values: { address: '1 Old Road', city: 'Galt' }, savedAt: 1 }
  let found = () => {}
  const reading = new Promise<typeof draft>((resolve) => (found = () => resolve(draft)))
  const saves: Saved[] = []
  await render(
    <PropertyForm name="typed-into" loadDraft={() => reading} save={async (saved) => void saves.push(saved)} />,
  )
  const field = address().element() as HTMLInputElement
  typeLetter(field, '5')
  found()
  // The draft is applied between two keys, before the form is rendered again.
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.resolve()
    typeLetter(field, 'x')
  }
  await expect.element(city()).toHaveValue('Galt')
  await expect.element(address()).toHaveValue(`5${'x'.repeat(20)}`)
  await saveButton().click()
  await expect.poll(() => saves.at(-1)?.parsed).toEqual({ address: `5${'x'.repeat(20)}`, city: 'Galt' })
})

/** Types synchronously, as a key does. */
function typeLetter(field: HTMLInputElement, letter: string) {
  field.focus()
  document.execCommand('insertText', false, letter)
}

test('text typed without a pause is saved, too (A1)', async () => {
  await render(<PropertyForm name="no-pause" />)
  stopTheTimer()
  for (const typed of ['5', '51', '51 A', '51 Ai']) {
    await address().fill(typed)
    await vi.advanceTimersByTimeAsync(autosaveMs / 4)
  }
  // The timer starts at the first change, so the draft is saved during typing.
  await expect.poll(() => draftedAddress('no-pause')).toBe('51 Ai')
})

longTest('a discarded draft is gone and the form shows the record again', async () => {
  const opened = { address: '51 Aiken Way', city: 'Elverta' }
  const first = await render(<PropertyForm name="discarded" opened={opened} />)
  await city().fill('Galt')
  await first.unmount()
  await expect.poll(() => loadDraft('7', 'discarded')).not.toBeNull()

  await render(<PropertyForm name="discarded" opened={opened} />)
  await expect.element(city()).toHaveValue('Galt')
  await page.getByRole('button', { name: 'Discard Draft' }).click()
  await expect.element(city()).toHaveValue('Elverta')
  await expect.poll(() => loadDraft('7', 'discarded')).toBeNull()
})

test('a restored draft shows the newer record in untouched fields (G19)', async () => {
  const first = await render(<PropertyForm name="pulled" opened={{ address: '51 Aiken', city: 'Elverta' }} />)
  await city().fill('Galt')
  await first.unmount()
  await expect.poll(() => loadDraft('7', 'pulled')).not.toBeNull()

  const saves: Saved[] = []
  await render(
    <PropertyForm
      name="pulled"
      opened={{ address: '51 Aiken Way', city: 'Sacramento' }}
      save={async (saved) => void saves.push(saved)}
    />,
  )
  await expect.element(city()).toHaveValue('Galt')
  await expect.element(address()).toHaveValue('51 Aiken Way')
  await saveButton().click()
  await expect.poll(() => saves[0]?.opened).toEqual({ address: '51 Aiken Way', city: 'Elverta' })
})

test('a failed save keeps the form and its text, and says what happened', async () => {
  const failures: unknown[] = []
  await render(
    <PropertyForm
      name="full"
      save={() => Promise.reject(new Error('full'))}
      onFailure={(error) => {
        failures.push(error)
        return 'This device has no room left.'
      }}
    />,
  )
  await address().fill('51 Aiken Way')
  await city().fill('Elverta')
  await saveButton().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to save. Please try again.')
  await expect.element(page.getByRole('alert')).toHaveTextContent('This device has no room left.')
  await expect.element(page.getByRole('alert')).toHaveFocus()
  await expect.element(address()).toHaveValue('51 Aiken Way')
  expect(failures).toEqual([new Error('full')])
})

test('text typed during a save is neither lost nor part of it', async () => {
  const saves: Saved[] = []
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => (finish = resolve))
  await render(<PropertyForm name="typed-on" save={(saved) => (saves.push(saved), isFinished)} />)
  await address().fill('51 Aiken Way')
  await city().fill('Elverta')
  await saveButton().click()
  await city().fill('Galt')
  finish()
  await expect.element(saveButton()).toBeInTheDocument()
  await expect.element(city()).toHaveValue('Galt')
  await saveButton().click()
  await expect.poll(() => saves.map(({ parsed }) => parsed.city)).toEqual(['Elverta', 'Galt'])
})

test('words typed just before a save that is refused later are kept', async () => {
  let refuse = () => {}
  const slow = () => new Promise<never>((_, reject) => (refuse = () => reject(new Error('full'))))
  const view = await render(<PropertyForm name="last-words" save={slow} />)
  stopTheTimer()
  await address().fill('51 Aiken Way')
  await city().fill('Elverta')
  await saveButton().click()
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(2 * autosaveMs)
  refuse()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await view.unmount()
  await expect.poll(async () => (await loadDraft('7', 'last-words'))?.values['city']).toBe('Elverta')
})

test('a form with unsaved text counts as dirty until it is saved or left', async () => {
  const dirtyForms = () => useUpdate.getState().dirtyForms
  const view = await render(<PropertyForm name="dirty" />)
  expect(dirtyForms()).toBe(0)
  await address().fill('51 Aiken Way')
  await expect.poll(dirtyForms).toBe(1)
  await city().fill('Elverta')
  expect(dirtyForms()).toBe(1)
  await saveButton().click()
  await expect.poll(dirtyForms).toBe(0)
  await city().fill('Galt')
  await expect.poll(dirtyForms).toBe(1)
  await view.unmount()
  expect(dirtyForms()).toBe(0)
})

longTest.each([
  ['is there', 1],
  ['has left', 0],
])('the step after a save runs only while the form is open, for an agent who %s', async (where, times) => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  const onSaved = vi.fn<() => void>()
  const name = `left ${where}`
  const shown = await render(<PropertyForm name={name} save={() => isReleased} onSaved={onSaved} />)
  await address().fill('51 Aiken Way')
  await city().fill('Folsom')
  await expect.poll(() => loadDraft('7', name)).not.toBeNull()
  await saveButton().click()
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  if (times === 0) await shown.unmount()
  release()
  await expect.poll(() => loadDraft('7', name)).toBeNull()
  await untilDatabasesAreIdle()
  expect(onSaved).toHaveBeenCalledTimes(times)
})
