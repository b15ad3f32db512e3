import { keyField } from '#core/kinds/key-field.ts'
import { Link } from '@tanstack/react-router'
import { kinds } from '#core/kinds/all-kinds.ts'
import type { FormPlace } from '#core/kinds/kind-of-record.ts'
import { buttonClass, type ButtonVariant } from '#ui/basics/button.tsx'
import type { OutboxItem } from './outbox-queries.ts'

type EditLinkProps = { item: OutboxItem; variant: ButtonVariant }

/** Leads to the form of the record, which opens with what was refused marked (fault H2); nothing where there is no form. */
export function EditLink({ item, variant }: EditLinkProps) {
  const place = formPlaceOf(item)
  if (place === null) return null
  const { path, search, link } = place
  return (
    <Link
      to={path}
      search={search ?? {}}
      className={buttonClass({ variant })}
      aria-label={`${whole[link]} ${item.words.title}`}
    >
      {link}
    </Link>
  )
}

/** The link's words before the title. */
const whole: Record<FormPlace['link'], string> = {
  Edit: 'Edit',
  'Choose another photo': 'Choose another photo of',
  'Open Listing': 'Open the listing of',
  'Open Client': 'Open the page of',
}

function formPlaceOf({ operation, row, missing }: OutboxItem): FormPlace | null {
  // Its listing's page would say only that there is none.
  if (row === undefined || operation.kind === 'delete' || missing !== null) return null
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
