import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'

/** Sends an error record. Returns true if the server accepted it; never throws. */
export async function reportError(record: object, client: HttpClient = pageHttpClient()): Promise<boolean> {
  const answer = await client({ method: 'POST', path: 'errors/report', body: JSON.stringify(record) })
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
}
