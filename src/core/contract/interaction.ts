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

/** What the form must hold; its client is known by key. */
export const interactionFormSchema = interactionFields

export const newInteractionSchema = v.object({ client: serverId, ...interactionFields.entries })

/** It stays the client's of whom it was first. */
export const interactionChangesSchema = v.partial(interactionFields)

export type NewInteraction = v.InferOutput<typeof newInteractionSchema>

/** What was said between the agent and a client, by the clock on the agent's wall. */
export type Interaction = NewInteraction & { id: number; created_at: string }
