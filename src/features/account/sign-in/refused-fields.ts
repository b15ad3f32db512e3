import { firstMessage } from '#core/domain/account/account-messages.ts'

/** By the server's names, in reading order: the form's own, and what to do about a field that was refused. */
export type FormFields = Readonly<Record<string, { field: string; advice: string }>>

/** What stands beside the fields that the server refused. What the whole form says already is not said twice. */
export function marksOfRefused(body: unknown, message: string, fields: FormFields): Record<string, string> {
  const marks: Record<string, string> = {}
  for (const [name, { field, advice }] of Object.entries(fields)) {
    const said = firstMessage(body, [name])
    if (said !== null) marks[field] = said === message ? advice : said
  }
  return marks
}
