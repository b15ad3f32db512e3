import * as v from 'valibot'
import { optionalClient, optionalText, serverId } from './fields.ts'

export const occupancies = ['vacant', 'owner', 'tenant'] as const

/** Long enough for a code with a note, or for two codes after a merge ("4719 or 8830"). */
const longestCode = 60

const doorCardFields = v.object({
  occupancy: v.optional(v.picklist(['', ...occupancies], 'Choose vacant, owner or tenant.'), ''),
  lockbox_kind: optionalText('Lockbox', 100),
  lockbox_code: optionalText('Lockbox Code', longestCode),
  gate_code: optionalText('Gate Code', longestCode),
  alarm_code: optionalText('Alarm Code', longestCode),
  key_location: optionalText('Key', 200),
  instructions: optionalText('Instructions'),
  pets: optionalText('Pets'),
  parking: optionalText('Parking'),
  /** Whether to notify the seller before each visit. */
  notify_seller: v.optional(v.boolean('Choose whether to notify the seller.'), false),
  /** The seller, if the seller is one of the agent's clients. */
  client: optionalClient,
})

type DoorCardForm = Omit<DoorCardFields, 'client'> & { client: string; person: string }

/** Rules for the form. `client` is the id or local key of the chosen client or '', and `person` is the text typed to find the client. */
export const doorCardFormSchema = v.pipe(
  v.object({ ...doorCardFields.entries, client: v.string(), person: v.pipe(v.string(), v.trim()) }),
  v.forward(
    v.check<DoorCardForm, string>(
      ({ client, person }) => client !== '' || person === '',
      'Choose one of your clients, or leave it blank.',
    ),
    ['person'],
  ),
  v.transform(({ person, ...card }) => ({ ...card, client: person === '' ? '' : card.client })),
)

export const newDoorCardSchema = v.object({ property: serverId, ...doorCardFields.entries })

/** `property` cannot be changed. */
export const doorCardChangesSchema = v.partial(doorCardFields)

type DoorCardFields = v.InferOutput<typeof doorCardFields>
export type NewDoorCard = v.InferOutput<typeof newDoorCardSchema>

/** How the agent gets into a home, and what to watch for there. Private to the agent; at most one per home. */
export type DoorCard = NewDoorCard & { id: number; created_at: string }
