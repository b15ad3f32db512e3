import * as v from 'valibot'
import { optionalText, plainDate, plainTime, serverId } from './fields.ts'

export const interactionKinds = ['Call', 'Text', 'Email', 'Meeting', 'Note'] as const

const interactionFields = v.object({
  kind: v.picklist(interactionKinds, 'Choose Call, Text, Email, Meeting or Note.'),
  date: plainDate,
  time: plainTime,
  text: optionalText('What Was Said'),
})

export type InteractionKind = (typeof interactionKinds)[number]

export const interactionFormSchema = interactionFields

export const newInteractionSchema = v.object({ client: serverId, ...interactionFields.entries })

/** `client` cannot be changed. */
export const interactionChangesSchema = v.partial(interactionFields)

export type NewInteraction = v.InferOutput<typeof newInteractionSchema>

/** A call, text, email, meeting or note; date and time are those of the agent's wall clock. */
export type Interaction = NewInteraction & { id: number; created_at: string }
