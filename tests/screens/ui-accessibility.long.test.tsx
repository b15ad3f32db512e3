import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { Badge, ListingStatusBadge, SyncMark } from '#ui/feedback/badge.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { CheckboxField, SwitchField } from '#ui/fields/checkbox-field.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { EmptyState } from '#ui/lists/placeholders.tsx'
import { HouseIcon } from '#ui/icons/icon.tsx'
import { InstallCard } from '#ui/feedback/install-card.tsx'
import { PageErrorPanel } from '#ui/feedback/error-panel.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Pagination } from '#ui/lists/pagination.tsx'
import { PhotoFrame } from '#ui/basics/photo-frame.tsx'
import { PriceField } from '#ui/fields/price-field.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { StatCard, StatCards } from '#ui/lists/stat-card.tsx'
import { SyncChip } from '#ui/feedback/sync-chip.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { TextField, TextArea, PasswordField, ErrorSummary } from '#ui/fields/field.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import { Toaster } from '#ui/feedback/toaster.tsx'
import { ToggleSort } from '#ui/lists/list-header.tsx'
import { UpdateBar } from '#ui/feedback/update-bar.tsx'
import { axeFindings } from '#tests/support/axe.ts'

const nothing = () => {}
const markStates = ['Draft', 'Waiting', 'Sending', 'Saved', 'Needs fixing', 'Conflict', 'Paused'] as const
const chipStates = [
  'waiting',
  'sending',
  'offline',
  'server-error',
  'needs-login',
  'attention',
  'asked-to-wait',
] as const
const createButton = () => <Button>Create</Button>
const tones = ['info', 'success', 'warning', 'danger'] as const

function Controls() {
  return (
    <main>
      <PageHeader title="Clients" subtitle="46 clients" actions={<Button variant="primary">Add New Client</Button>} />
      <UpdateBar isUpdating={false} onUpdate={nothing} onLater={nothing} />
      <form noValidate>
        <ErrorSummary errors={[{ name: 'email', message: 'Enter an email.' }, { message: 'Try again.' }]} />
        <TextField label="Email" name="email" error="Enter an email." hint="Hint." placeholder="name@example.com" />
        <PasswordField label="Password" />
        <PriceField label="Listing Price" />
        <TextArea label="Notes" disabled />
        <SelectField label="Category">
          <option>Buyer</option>
        </SelectField>
        <CheckboxField label="I understand" hint="It is gone then." error="Tick the box." />
        <SwitchField label="Dark theme" hint="Acts at once." defaultChecked />
        <BottomActions>
          <Button variant="danger">Delete Client</Button>
          <Button type="submit" variant="primary" busy busyLabel="Saving...">
            Save
          </Button>
        </BottomActions>
      </form>
      <Button variant="quiet">Clear</Button>
      <Button variant="danger-solid">Delete</Button>
      <Button disabled>Create Tour</Button>
      <SearchField label="Search clients" placeholder="Search clients..." />
      <SegmentedFilter
        label="Category"
        options={[
          { value: 'all', label: 'All' },
          { value: 'buyers', label: 'Buyers' },
        ]}
        value="all"
        onChange={nothing}
      />
      <ToggleSort
        label="Price"
        direction="ascending"
        words={{ ascending: 'lowest first', descending: '' }}
        onClick={nothing}
      />
      <Tabs
        label="Settings"
        value="profile"
        onValueChange={nothing}
        tabs={[
          { value: 'profile', label: 'Profile', content: 'Profile' },
          { value: 'device', label: 'Device', content: 'Device' },
        ]}
      />
      <Pagination page={3} pageCount={9} onPageChange={nothing} />
    </main>
  )
}

function Records() {
  return (
    <main>
      <h1>My Listings</h1>
      <StatCards>
        <StatCard title="Active Listings" value={14} description="For Sale or Pending" />
      </StatCards>
      {chipStates.map((state) => (
        <SyncChip key={state} status={{ state, count: 3 }} onClick={nothing} />
      ))}
      <SyncChip status={{ state: 'saved' }} onClick={nothing} />
      <Card element="article" aria-label="51 Aiken Way" isUnsent>
        <PhotoFrame address="51 Aiken Way" alt="Photo of 51 Aiken Way">
          <ListingStatusBadge status="Pending" />
        </PhotoFrame>
        {markStates.map((state) => (
          <SyncMark key={state} state={state} />
        ))}
        {['For Sale', 'Sold', 'Withdrawn'].map((status) => (
          <ListingStatusBadge key={status} status={status} />
        ))}
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Card>
      {tones.map((tone) => (
        <Banner key={tone} tone={tone}>
          Kept on this device. <a href="#export">Export</a>
        </Banner>
      ))}
      <EmptyState icon={<HouseIcon />} title="No listings found" action={<Button variant="primary">Create</Button>}>
        Start by creating your first listing!
      </EmptyState>
      <Card flush title="Showings" actions={<Button>New Showing</Button>}>
        <DataTable
          label="Showings"
          rowKey={(row) => row}
          rows={['Sat, Nov 21']}
          columns={[
            { header: 'Date', cell: (row) => row, phone: 'lead' },
            { header: 'Action', cell: createButton, phone: 'end', align: 'end' },
          ]}
        />
      </Card>
      <Progress label="Survey" value={40} />
      <InstallCard onInstall={nothing} onDismiss={nothing} />
      <Toaster
        onDismiss={nothing}
        notifications={(['info', 'success', 'error'] as const).map((type) => ({
          id: type,
          type,
          title: type,
          message: 'It was saved on this device.',
          duration: 0,
        }))}
      />
    </main>
  )
}

beforeEach(() => {
  document.documentElement.lang = 'en'
  document.title = 'Parts · Fanlight'
})

const appearances = [
  { theme: 'light', width: 390 },
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
  { theme: 'dark', width: 1280 },
]

async function appear({ theme, width }: { theme: string; width: number }) {
  document.documentElement.dataset['theme'] = theme
  await page.viewport(width, 900)
}

test.each(appearances)('axe finds no problem with the controls, $theme, $width px', async (appearance) => {
  await appear(appearance)
  await render(<Controls />)
  expect(await axeFindings()).toEqual([])
})

test.each(appearances)(
  'axe finds no problem with components that show records, $theme, $width px',
  async (appearance) => {
    await appear(appearance)
    await render(<Records />)
    expect(await axeFindings()).toEqual([])
  },
)

test.each(appearances)(
  'axe finds no problem with a dialog and an error panel, $theme, $width px',
  async (appearance) => {
    await appear(appearance)
    await render(
      <main>
        <PageErrorPanel onTryAgain={nothing} onGoBack={nothing} onHome={nothing} onReload={nothing} />
      </main>,
    )
    expect(await axeFindings()).toEqual([])
    await render(
      <ConfirmDialog
        open
        title="Are you sure you want to delete this client?"
        onConfirm={nothing}
        onCancel={nothing}
      />,
    )
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog).toBeVisible()
    expect(await axeFindings()).toEqual([])
  },
)

test.each(['Controls', 'Records'])('%s fit a screen of 320 px', async (name) => {
  await page.viewport(320, 700)
  await render(name === 'Controls' ? <Controls /> : <Records />)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
