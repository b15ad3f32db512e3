import * as v from 'valibot'
import { emailAddress, optionalText, requiredText } from './fields.ts'

export const clientCategories = ['Buyer', 'Seller', 'Both'] as const
export type ClientCategory = (typeof clientCategories)[number]

/** What a form, and a request that makes a client, must hold. */
export const newClientSchema = v.object({
  first_name: requiredText('First Name', 100),
  last_name: requiredText('Last Name', 100),
  email: emailAddress(),
  phone_number: optionalText('Phone Number', 40),
  notes: optionalText('Notes'),
  category: v.optional(v.picklist(clientCategories, 'Choose Buyer, Seller or Both.'), 'Buyer'),
})

/** What forms, files and their tables call each field, in the order in which they show them. */
export const clientLabels: Readonly<Record<keyof NewClient, string>> = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  phone_number: 'Phone Number',
  category: 'Category',
  notes: 'Notes',
}

/** A change to a client: any of its fields, under the same rules. */
export const clientChangesSchema = v.partial(newClientSchema)

export type NewClient = v.InferOutput<typeof newClientSchema>

/** A client as the server sends it. */
export type Client = NewClient & {
  id: number
  created_at: string
}
