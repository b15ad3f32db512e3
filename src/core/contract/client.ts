import * as v from 'valibot'
import { emailAddress, optionalText, requiredText } from './fields.ts'

export const clientCategories = ['Buyer', 'Seller', 'Both'] as const
export type ClientCategory = (typeof clientCategories)[number]

export const newClientSchema = v.object({
  first_name: requiredText('First Name', 100),
  last_name: requiredText('Last Name', 100),
  email: emailAddress(),
  phone_number: optionalText('Phone Number', 40),
  notes: optionalText('Notes'),
  category: v.optional(v.picklist(clientCategories, 'Choose Buyer, Seller or Both.'), 'Buyer'),
})

/** Labels of the fields on forms, in files and in tables, in display order. */
export const clientLabels: Readonly<Record<keyof NewClient, string>> = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  phone_number: 'Phone Number',
  category: 'Category',
  notes: 'Notes',
}

export const clientChangesSchema = v.partial(newClientSchema)

export type NewClient = v.InferOutput<typeof newClientSchema>

export type Client = NewClient & {
  id: number
  created_at: string
}
