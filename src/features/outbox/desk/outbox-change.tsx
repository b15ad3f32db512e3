import { kinds } from '#core/kinds/all-kinds.ts'
import type { MissingParent } from '#core/sync/resolving/missing-parent.ts'
import { canBeUndone } from '#core/sync/writing/undo-delete.ts'
import { markOfState } from '#storage/outbox/outbox-marks.ts'
import { Person } from '#records/people/person.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { Button, buttonClass, type ButtonVariant } from '#ui/basics/button.tsx'
import { SyncMark } from '#ui/feedback/badge.tsx'
import { OutboxRow, ChangeIcon } from '#features/outbox/outbox-list.tsx'
import type { OutboxItem } from '#features/outbox/outbox-queries.ts'
import {
  formatHoldReason,
  formatAttempts,
  formatMissingParent,
  formatWaitReason,
} from '#features/outbox/outbox-labels.ts'
import { keyField } from '#core/kinds/key-field.ts'
import { Link } from '@tanstack/react-router'
import type { FormPlace } from '#core/kinds/kind-of-record.ts'
import type { UnreadableOperation } from '#storage/database/device-database.ts'
import { WarningIcon } from '#ui/icons/icon.tsx'
import { formatMoment } from '#core/format/times.ts'

export type OutboxChangeActions = {
  retry: (item: OutboxItem) => void
  /** For a create whose answer was lost: links it to the record on the server that the agent chooses. */
  link: (item: OutboxItem) => void
  /** Opens the conflict, for the agent to choose field by field. */
  decide: (item: OutboxItem) => void
  /** For a record whose parent was deleted: moves it to another parent. */
  move: (item: OutboxItem) => void
  /** Creates the deleted parent again, such as a listing, with all work that waits for it. */
  recreate: (item: OutboxItem) => void
  /** Recreates a record that was deleted on the server. */
  restore: (item: OutboxItem) => void
  deleteAnyway: (item: OutboxItem) => void
  /** Keeps the record: discards its deletion. */
  keep: (item: OutboxItem) => void
  copy: (item: OutboxItem) => void
  discard: (item: OutboxItem) => void
}

type OutboxChangeProps = {
  item: OutboxItem
  previousItem: OutboxItem | undefined
  person: ClientRow | undefined
  now: number
  actions: OutboxChangeActions
}

type ActionsProps = Omit<OutboxChangeProps, 'person' | 'previousItem'>

export function OutboxChange({ item, previousItem, person, now, actions }: OutboxChangeProps) {
  const { operation, words } = item
  const reason = reasonOf(item, now)
  // If neighboring changes wait for the same reason, only the first of them shows it.
  const isWaiting = operation.state !== 'conflict' && operation.state !== 'attention'
  const isReasonAbove = isWaiting && previousItem !== undefined && reasonOf(previousItem, now) === reason
  const mark = item.whyHeld === 'no-place' ? 'On this device' : markOfState(operation.state)
  return (
    <OutboxRow
      icon={<ChangeIcon entity={operation.entity} kind={operation.kind} />}
      title={words.title}
      what={words.what}
      person={person && <Person client={person} email={person.email} isQuiet />}
      mark={<SyncMark state={mark} />}
      when={formatAttempts(operation, now)}
      reason={isReasonAbove ? null : reason}
      isUrgent={mark === 'Conflict' || mark === 'Needs fixing'}
      actions={<Actions item={item} now={now} actions={actions} />}
    />
  )
}

function reasonOf({ operation, heldBy, whyHeld, missingParent, alsoDeleted }: OutboxItem, now: number): string | null {
  if (missingParent !== null) return formatMissingParent(missingParent)
  if (whyHeld !== null) return formatHoldReason(whyHeld, operation)
  const reason = formatWaitReason(operation, heldBy, now)
  return alsoDeleted === null ? reason : `${reason ?? ''} Deleting it deletes ${alsoDeleted}, too.`.trim()
}

function Actions({ item, now, actions }: ActionsProps) {
  const { operation, words } = item
  // With `what`, because a listing and its showings have the same title.
  const named = (action: string) => ({ 'aria-label': `${action} ${words.title}: ${words.what}` })
  const discard = (
    <Button variant="quiet" {...named('Discard')} onClick={() => actions.discard(item)}>
      Discard
    </Button>
  )
  const retry = (
    <Button {...named('Retry')} onClick={() => actions.retry(item)}>
      Retry
    </Button>
  )
  switch (operation.state) {
    case 'conflict':
      return (
        <>
          <Decision item={item} actions={actions} />
          {operation.kind !== 'delete' && discard}
        </>
      )
    case 'attention':
      return (
        <>
          {operation.refusal?.code === 'may_exist' ? (
            <MayExist item={item} actions={actions} />
          ) : item.missingParent !== null ? (
            <WithoutParent item={item} missing={item.missingParent} actions={actions} />
          ) : (
            <>
              <EditLink item={item} variant="primary" />
              {retry}
            </>
          )}
          <Button variant="quiet" {...named('Copy')} onClick={() => actions.copy(item)}>
            Copy
          </Button>
          {discard}
        </>
      )
    case 'sending':
      // A change that is being sent cannot be discarded or retried. An edit is queued behind it.
      return <EditLink item={item} variant="secondary" />
    default:
      // The app holds a deletion for a few seconds. Undoing it discards the deletion.
      if (canBeUndone(operation, now)) {
        return (
          <Button {...named('Undo')} onClick={() => actions.keep(item)}>
            Undo
          </Button>
        )
      }
      return (
        <>
          <EditLink item={item} variant="secondary" />
          {operation.attempts > 0 && retry}
          {discard}
        </>
      )
  }
}

/** The buttons of a create that the server may have stored already. Only the agent can see whether it has. */
function MayExist({ item, actions }: Omit<ActionsProps, 'now'>) {
  const { title } = item.words
  return (
    <>
      <Button variant="primary" aria-label={`It is already there: ${title}`} onClick={() => actions.link(item)}>
        It is already there
      </Button>
      <Button aria-label={`Send it again: ${title}`} onClick={() => actions.retry(item)}>
        Send it again
      </Button>
    </>
  )
}

/** The buttons of a change whose parent record is missing. If it were sent again unchanged, the server would refuse it again. */
function WithoutParent({ item, missing, actions }: Omit<ActionsProps, 'now'> & { missing: MissingParent }) {
  const { title, what } = item.words
  const name = kinds[missing.entity].nameOnScreen
  return (
    <>
      <Button variant="primary" aria-label={`Move ${title}: ${what}`} onClick={() => actions.move(item)}>
        Move to another {name}
      </Button>
      {missing.canBeRecreated && (
        <Button aria-label={`Create the ${name} again with ${title}: ${what}`} onClick={() => actions.recreate(item)}>
          Create the {name} again
        </Button>
      )}
    </>
  )
}

function Decision({ item, actions }: Omit<ActionsProps, 'now'>) {
  const { operation, words } = item
  // The record was deleted elsewhere.
  if (operation.conflict?.theirs === null) {
    return (
      <Button variant="primary" aria-label={`Restore as new: ${words.title}`} onClick={() => actions.restore(item)}>
        Restore as new
      </Button>
    )
  }
  if (operation.kind === 'delete') {
    // A deletion with a refusal was made by the app itself, because a plain server created the record twice.
    const deleting = operation.refusal === null ? 'Delete anyway' : 'Delete the second one'
    return (
      <>
        <Button variant="primary" aria-label={`Keep it: ${words.title}`} onClick={() => actions.keep(item)}>
          Keep it
        </Button>
        <Button variant="danger" aria-label={`${deleting}: ${words.title}`} onClick={() => actions.deleteAnyway(item)}>
          {deleting}
        </Button>
      </>
    )
  }
  return (
    <Button variant="primary" aria-label={`Decide about ${words.title}`} onClick={() => actions.decide(item)}>
      Decide
    </Button>
  )
}

type EditLinkProps = { item: OutboxItem; variant: ButtonVariant }

/** Links to the record's form, which marks the refused fields (fault H2). */
function EditLink({ item, variant }: EditLinkProps) {
  const place = formPlaceOf(item)
  if (place === null) return null
  const { path, search, link } = place
  return (
    <Link
      to={path}
      search={search ?? {}}
      className={buttonClass({ variant })}
      aria-label={`${linkLabels[link]} ${item.words.title}`}
    >
      {link}
    </Link>
  )
}

const linkLabels: Record<FormPlace['link'], string> = {
  Edit: 'Edit',
  'Choose another photo': 'Choose another photo of',
  'Open Listing': 'Open the listing of',
  'Open Client': 'Open the page of',
  'Show Figures': 'Show the figures of',
}

function formPlaceOf({ operation, row, missingParent }: OutboxItem): FormPlace | null {
  // The record's page would show only that the record is missing.
  if (row === undefined || operation.kind === 'delete' || missingParent !== null) return null
  const keyOf = (parent: 'listing' | 'client') => {
    const key = operation.references[parent]?.key ?? row[keyField(parent)]
    return typeof key === 'string' ? key : null
  }
  return (
    kinds[operation.entity].form?.({
      address: String(row.id ?? row.key),
      listingKey: keyOf('listing'),
      clientKey: keyOf('client'),
    }) ?? null
  )
}

type UnreadableChangeProps = {
  found: UnreadableOperation
  now: number
  onDiscard: (found: UnreadableOperation) => void
}

/** A stored change that this version cannot read; it stays stored until the agent discards it (fault A11). */
export function UnreadableChange({ found, now, onDiscard }: UnreadableChangeProps) {
  return (
    <OutboxRow
      icon={<WarningIcon size={18} />}
      title="A change that cannot be read"
      what="Kept exactly as it was found"
      mark={<SyncMark state="Needs fixing" />}
      when={`Found ${formatMoment(found.at, now)}`}
      reason={`${found.error} Export everything to keep a copy.`}
      isUrgent
      actions={
        <Button variant="quiet" aria-label="Discard a change that cannot be read" onClick={() => onDiscard(found)}>
          Discard
        </Button>
      }
    />
  )
}
