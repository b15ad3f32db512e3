import { useEffect, useId, useRef, useState } from 'react'
import { momentInWords } from '#core/domain/moment-words.ts'
import { fieldWords } from '#core/sync/describe-operation.ts'
import type { Json } from '#core/sync/json.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { Choice } from '#core/sync/outbox-actions.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import styles from './conflict-sheet.module.css'
import { fieldValue } from './field-value.ts'
import type { OutboxItem } from './outbox-queries.ts'

type ConflictSheetProps = {
  item: OutboxItem
  now: number
  onDecide: (choices: Record<string, Choice>) => void
  onClose: () => void
}

/**
 * What the agent wrote beside what the server has, field by field; nothing is decided until it is saved. It closes when
 * there is nothing to decide any more, and begins anew when the server has something else by now.
 */
export function ConflictSheet(props: ConflictSheetProps) {
  const { item, onClose } = props
  const operation = useAsked(item.operation)
  const isOver = operation === null
  const { title } = item.words
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isOver) return
    notify({ title: 'Nothing was changed.', message: `${title} was decided or changed elsewhere in the meantime.` })
    close.current()
  }, [isOver, title])
  return operation === null ? null : <Choices key={operation.revision} {...props} item={{ ...item, operation }} />
}

/** The change as it is asked about now; null once it is not asked about by field any more. */
function useAsked(opened: Operation): Operation | null {
  const { database } = useDevice()
  const { opId } = opened
  const found = useLiveQuery(() => database.outbox.where('opId').equals(opId).toArray(), [database, opId])
  const [asked, setAsked] = useState(opened)
  if (found === undefined) return asked
  const [now] = found
  if (now === undefined || now.conflict === null || now.conflict.theirs === null) return null
  if (now.revision !== asked.revision) setAsked(now)
  return asked
}

function Choices({ item, now, onDecide, onClose }: ConflictSheetProps) {
  const { operation, words } = item
  const fields = operation.conflict?.fields ?? []
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const undecided = fields.filter((field) => choices[field] === undefined)
  const form = useRef<HTMLDivElement>(null)
  const when = {
    mine: `Mine · ${momentInWords(operation.madeAt, now)}`,
    theirs: operation.conflict === null ? 'Theirs' : `Theirs · noticed ${momentInWords(operation.conflict.at, now)}`,
  }
  const all = (choice: Choice) => setChoices(Object.fromEntries(fields.map((field) => [field, choice])))

  return (
    <Sheet open title={`${words.title} was changed twice`} closeLabel="Decide later" onClose={onClose}>
      <p className={styles.lead}>{leadInWords(fields.length, Object.keys(operation.changes).length)}</p>
      <div ref={form} className={styles.fields}>
        {fields.map((field) => (
          <FieldChoice
            key={field}
            field={field}
            when={when}
            mine={operation.changes[field]}
            theirs={operation.conflict?.theirs?.[field]}
            choice={choices[field]}
            onChoose={(choice) => setChoices({ ...choices, [field]: choice })}
          />
        ))}
      </div>
      <p className={styles.lead} role="status">
        {undecided.length > 0 ? `Still to decide: ${undecided.map(fieldWords).join(', ')}.` : 'Everything is decided.'}
      </p>
      <p className={styles.lead}>What you do not keep stays in the Outbox for 30 days.</p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => all('theirs')}>
          Use theirs for all
        </Button>
        <Button variant="quiet" onClick={() => all('mine')}>
          Use mine for all
        </Button>
        <Button
          variant="primary"
          className={styles.save}
          aria-disabled={undecided.length > 0}
          onClick={() => {
            if (undecided.length === 0) onDecide(choices)
            else firstUndecided(form.current)?.focus()
          }}
        >
          Save choice
        </Button>
      </div>
    </Sheet>
  )
}

function leadInWords(conflicts: number, changed: number): string {
  const needs = conflicts === 1 ? 'field needs you' : 'fields need you'
  if (changed <= conflicts) return `${conflicts} ${needs}.`
  return `${conflicts} of ${changed} ${needs}. The rest of your change stays.`
}

/** The first way to decide the first field that is not decided. */
function firstUndecided(form: HTMLElement | null): HTMLInputElement | null {
  const fields = [...(form?.querySelectorAll('fieldset') ?? [])]
  return fields.find((field) => field.querySelector(':checked') === null)?.querySelector('input') ?? null
}

type FieldChoiceProps = {
  field: string
  /** Whose value it is, and when it was written or noticed. */
  when: { mine: string; theirs: string }
  mine: Json | undefined
  theirs: Json | undefined
  choice: Choice | undefined
  onChoose: (choice: Choice) => void
}

function FieldChoice({ field, when, mine, theirs, choice, onChoose }: FieldChoiceProps) {
  const name = useId()
  // Two texts can stand one below the other; two prices cannot.
  const canKeepBoth = isProse(field) && typeof mine === 'string' && typeof theirs === 'string'
  const options: { choice: Choice; label: string; value: string | null }[] = [
    { choice: 'mine', label: when.mine, value: fieldValue(field, mine) },
    { choice: 'theirs', label: when.theirs, value: fieldValue(field, theirs) },
    ...(canKeepBoth ? [{ choice: 'both' as const, label: 'Keep both', value: null }] : []),
  ]
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{fieldWords(field)}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.choice} className={styles.option} data-choice={option.choice}>
            <input
              type="radio"
              name={name}
              checked={choice === option.choice}
              onChange={() => onChoose(option.choice)}
            />
            <span className={styles.words}>
              <span className={option.value === null ? styles.value : styles.side}>{option.label}</span>
              {option.value !== null && <span className={styles.value}>{option.value}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function isProse(field: string): boolean {
  return field === 'notes' || field === 'description'
}
