import { apiBase } from './api-base.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { observed } from './observed-client.ts'
import { pageCredentials } from './page-credentials.ts'

let client: HttpClient | undefined

/** The client of this page: the base address of the build, the page's own credentials. */
export function pageHttpClient(): HttpClient {
  client ??= observed(httpClient(apiBase(), pageCredentials))
  return client
}
