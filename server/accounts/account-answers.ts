import * as v from 'valibot'
import {
  apiTokenScopes,
  registrationPolicies,
  type ApiToken,
  type DashboardStats,
  type SignedInDevice,
  type User,
} from '#core/contract/account.ts'
import { jsonAnswer, listAnswer } from '#server/http/description/described.ts'

const text = v.string()
const count = v.number()

const user = v.object({
  id: v.number(),
  username: text,
  email: text,
  first_name: text,
  last_name: text,
  license_number: text,
  phone_number: text,
}) satisfies v.GenericSchema<User>

const apiToken = v.object({
  id: v.number(),
  name: text,
  scope: v.picklist(apiTokenScopes),
  created_at: text,
  last_used_at: v.nullable(text),
}) satisfies v.GenericSchema<Omit<ApiToken, 'token'>>

const stats = v.object({
  active_listings: count,
  total_listings: count,
  total_clients: count,
  upcoming_tours: count,
}) satisfies v.GenericSchema<DashboardStats>

const session = v.object({
  id: v.number(),
  user_agent: text,
  created_at: text,
  last_seen_at: text,
  is_current: v.boolean(),
}) satisfies v.GenericSchema<SignedInDevice>

export const accountAnswers = {
  agent: jsonAnswer('The agent', user),
  newAgent: jsonAnswer('The new agent', user),
  signedIn: jsonAnswer('The agent, as `user`. In a session, also sets its cookie', v.object({ user })),
  /** A success; the body's `detail` is a sentence for the agent. `meaning` describes the response in the API description. */
  withDetail: (meaning: string) => jsonAnswer(meaning, v.object({ detail: text })),
  registration: jsonAnswer(
    '`open`, `invite` (with an invitation) or `closed`',
    v.object({ registration: v.picklist(registrationPolicies) }),
  ),
  passwordResetMethod: jsonAnswer(
    '`mail` (a link by email) or `code` (a code from the administrator)',
    v.object({ by: v.picklist(['mail', 'code']) }),
  ),
  stats: jsonAnswer('The counts', stats),
  tokens: listAnswer('The tokens, without their values', apiToken),
  newToken: jsonAnswer(
    'The new token. Its value is returned only once',
    v.object({ ...apiToken.entries, token: text }),
  ),
  sessions: listAnswer('The sessions. `is_current` marks the one that sent this request', session),
}
