import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { longestText } from '#core/contract/fields.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { fieldLabel } from '#core/sync/records/describe-operation.ts'
import type { Json } from '#core/contract/json.ts'
import type { Operation } from '#core/sync/operation.ts'
import { type Choice, textOfBoth } from '#core/sync/resolving/outbox-actions.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { OptionCard } from '#ui/fields/option-card.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import styles from './conflict-sheet.module.css'
import { fieldText, fieldValue, isSecret } from '#features/outbox/outbox-labels.ts'
import type { OutboxItem } from '#features/outbox/outbox-queries.ts'
import { formatMoment } from '#core/format/times.ts'
import { formatCount, formatNumber } from '#core/format/numbers.ts'

type ConflictSheetProps = {
  item: OutboxItem
  now: number
  onDecide: (choices: Record<string, Choice>) => void
  onClose: () => void
}

/** Saves nothing before *Save choice*. Closes if the conflict is resolved or the record deleted elsewhere; starts over if the record changes. */
export function ConflictSheet(props: ConflictSheetProps) {
  const { item, onClose } = props
  const operation = useOpenConflict(item.operation)
  const isOver = operation === null
  const { title } = item.words
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOver) return
    notify({ title: 'Nothing was changed.', message: `${title} was resolved or changed elsewhere in the meantime.` })
    close()
  }, [isOver, title])
  return operation === null ? null : <Choices key={operation.revision} {...props} item={{ ...item, operation }} />
}

/** Returns the operation with its current conflict; null once the conflict is resolved, or the record was deleted elsewhere. */
function useOpenConflict(opened: Operation): Operation | null {
  const { database } = useDevice()
  const { opId } = opened
  const found = useLiveQuery(() => database.outbox.where('opId').equals(opId).toArray(), [database, opId])
  const [shown, setShown] = useState(opened)
  if (found === undefined) return shown
  const [current] = found
  if (current === undefined || current.conflict === null || current.conflict.theirs === null) return null
  if (current.revision !== shown.revision) setShown(current)
  return shown
}

function Choices({ item, now, onDecide, onClose }: ConflictSheetProps) {
  const { operation, words } = item
  const fields = operation.conflict?.fields ?? []
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const undecided = fields.filter((field) => choices[field] === undefined)
  const form = useRef<HTMLDivElement>(null)
  const sides = sideLabels(operation, now)
  const all = (choice: Choice) => setChoices(Object.fromEntries(fields.map((field) => [field, choice])))

  return (
    <Sheet open title={`${words.title} was changed in two places`} closeLabel="Decide later" onClose={onClose}>
      <p className={styles.lead}>{introText(fields.length, Object.keys(operation.changes).length)}</p>
      <div ref={form} className={styles.fields}>
        {fields.map((field) => (
          <FieldChoice
            key={field}
            entity={operation.entity}
            field={field}
            sides={sides}
            mine={operation.changes[field]}
            theirs={operation.conflict?.theirs?.[field]}
            both={textOfBoth(operation, field)}
            choice={choices[field]}
            onChoose={(choice) => setChoices({ ...choices, [field]: choice })}
          />
        ))}
      </div>
      <p className={styles.lead} role="status">
        {undecided.length > 0 ? `Still to decide: ${undecided.map(fieldLabel).join(', ')}.` : 'Everything is decided.'}
      </p>
      <p className={styles.lead}>What you do not keep stays in the Outbox for 30 days.</p>
      <div className={styles.actions}>
        {fields.length > 1 && (
          <>
            <Button variant="quiet" onClick={() => all('theirs')}>
              Use theirs for all
            </Button>
            <Button variant="quiet" onClick={() => all('mine')}>
              Use mine for all
            </Button>
          </>
        )}
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

function sideLabels({ madeAt, conflict }: Operation, now: number) {
  const theirs = conflict?.isHere === true ? 'Another window' : 'Theirs'
  return {
    mine: `Mine · ${formatMoment(madeAt, now)}`,
    theirs: conflict === null ? theirs : `${theirs} · noticed ${formatMoment(conflict.at, now)}`,
  }
}

function introText(conflicts: number, changed: number): string {
  const twice = `${conflicts === 1 ? 'was' : 'were'} changed in two places.`
  if (changed <= conflicts) return `${formatCount(conflicts, 'field')} ${twice}`
  return `${conflicts} of ${changed} fields ${twice} The rest of your change is kept.`
}

function firstUndecided(form: HTMLElement | null): HTMLInputElement | null {
  const fields = [...(form?.querySelectorAll('fieldset') ?? [])]
  return fields.find((field) => field.querySelector(':checked') === null)?.querySelector('input') ?? null
}

type FieldChoiceProps = {
  entity: EntityName
  field: string
  sides: { mine: string; theirs: string }
  mine: Json | undefined
  theirs: Json | undefined
  /** Both texts joined; undefined if they are no prose or would be too long. */
  both: string | undefined
  /** Undefined until the agent chooses. */
  choice: Choice | undefined
  onChoose: (choice: Choice) => void
}

function FieldChoice({ entity, field, sides, mine, theirs, both, choice, onChoose }: FieldChoiceProps) {
  const name = useId()
  const [isWhole, setIsWhole] = useState(false)
  const [isRevealed, setIsRevealed] = useState(false)
  const valueOf = (value: Json | undefined) => (isRevealed ? fieldValue(field, value) : fieldText(entity, field, value))
  const options: { choice: Choice; label: string; value: string | null }[] = [
    { choice: 'mine', label: sides.mine, value: valueOf(mine) },
    { choice: 'theirs', label: sides.theirs, value: valueOf(theirs) },
    ...(both === undefined ? [] : [{ choice: 'both' as const, label: 'Keep both', value: null }]),
  ]
  const isLong = options.some(({ value }) => value !== null && isLongForAGlance(value))
  const areTexts = isProse(entity, field) && typeof mine === 'string' && typeof theirs === 'string'
  const isTooLong = areTexts && both === undefined
  return (
    <fieldset className={styles.field} data-long={isLong ? (isWhole ? 'whole' : 'clamped') : undefined}>
      <legend className={styles.legend}>{fieldLabel(field)}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <OptionCard
            key={option.choice}
            type="radio"
            className={classNames(styles.option, option.choice === 'both' && styles.both)}
            name={name}
            checked={choice === option.choice}
            onChange={() => onChoose(option.choice)}
          >
            <span className={styles.words}>
              <span className={option.value === null ? styles.value : styles.side}>{option.label}</span>
              {option.value !== null && (
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
                <span className={styles.value} tabIndex={isLong && isWhole ? 0 : undefined}>
                  {option.value}
                </span>
              )}
            </span>
          </OptionCard>
        ))}
      </div>
      {isSecret(entity, field) && (
        <Button variant="quiet" aria-pressed={isRevealed} onClick={() => setIsRevealed(!isRevealed)}>
          Show both codes
        </Button>
      )}
      {isLong && (
        <Button variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show whole texts'}
        </Button>
      )}
      {isTooLong && (
        <p className={styles.hint}>
          Together they are longer than {formatNumber(longestText)} characters. Keep one; the other can be copied from
          the Outbox afterwards.
        </p>
      )}
    </fieldset>
  )
}

/** Longer values are clamped, so that both sides fit on screen. */
function isLongForAGlance(text: string): boolean {
  return text.length > 400 || text.split('\n').length > 8
}

function isProse(entity: EntityName, field: string): boolean {
  return kinds[entity].mergeRules[field] === 'both-texts'
}
