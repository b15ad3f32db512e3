import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'

/** Sends an error report. Returns true if the server accepted it; never throws. */
export async function reportError(report: object, client: HttpClient = pageHttpClient()): Promise<boolean> {
  const answer = await client({ method: 'POST', path: 'errors/report', body: JSON.stringify(report) })
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
}
