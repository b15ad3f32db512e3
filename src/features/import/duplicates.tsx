import type { JudgedPerson } from '#core/import/judge-people.ts'
import type { DuplicateChoice } from '#core/import/plan-import.ts'
import { SegmentedFilter } from '#ui/segmented-filter.tsx'
import { Card } from '#ui/card.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import styles from './import.module.css'
import { LongTable } from './long-table.tsx'
import { choiceOf, type Import } from './use-import.ts'

const options: readonly { value: DuplicateChoice; label: string }[] = [
  { value: 'merge', label: 'Merge' },
  { value: 'both', label: 'Keep both' },
  { value: 'skip', label: 'Skip' },
]

type DuplicatesProps = { people: readonly JudgedPerson[]; clients: Import }
type Duplicate = Exclude<JudgedPerson, { verdict: 'new' }>

/** People who seem to be there already, and what to do with each. */
export function Duplicates({ people, clients }: DuplicatesProps) {
  const duplicates = people.filter(isToDecide)
  if (duplicates.length === 0) return null
  const chosen = new Set(duplicates.map((one) => choiceOf(clients.choices, one.line, one)))
  const [only] = chosen
  return (
    <Card title={`To decide (${duplicates.length.toLocaleString('en-US')})`} flush>
      <div className={styles.all}>
        <h3>For all of them</h3>
        <SegmentedFilter<DuplicateChoice | ''>
          label="For all of them"
          options={options}
          value={chosen.size === 1 ? (only ?? '') : ''}
          onChange={(choice) => (choice === '' ? undefined : clients.chooseAll(choice))}
        />
        <p className={styles.caption}>
          Merge brings two together: a missing number and new lines of notes are added, and nothing is replaced.
        </p>
      </div>
      <LongTable<Duplicate>
        label="To decide"
        rows={duplicates}
        rowKey={({ line }) => line}
        columns={columnsOf(clients)}
      />
    </Card>
  )
}

function columnsOf(clients: Import): TableColumn<Duplicate>[] {
  return [
    { header: 'Name', phone: 'lead', cell: ({ person }) => `${person.first_name} ${person.last_name}` },
    {
      header: 'Email and phone',
      phone: 'wide',
      cell: ({ person }) => [person.email, person.phone_number].filter(Boolean).join(' · '),
    },
    { header: 'Why', phone: 'wide', cell: whyOf },
    {
      header: 'What to do',
      phone: 'wide',
      cell: (one) => (
        <SegmentedFilter
          label={`What to do with ${one.person.first_name} ${one.person.last_name}, line ${one.line}`}
          options={options}
          value={choiceOf(clients.choices, one.line, one)}
          onChange={(choice) => clients.chooseLine(one.line, choice)}
        />
      ),
    },
  ]
}

/** Nothing is to be decided of a client who has all that the file says. */
function isToDecide(one: JudgedPerson): one is Duplicate {
  return one.verdict === 'repeat' || (one.verdict === 'known' && (one.hasMore || !one.isSure))
}

function whyOf(one: Duplicate): string {
  const where = one.verdict === 'repeat' ? `line ${one.ofLine} of this file` : `your client ${one.who}`
  return one.isSure ? `The same as ${where}` : `The email or number of ${where}, under another name`
}
