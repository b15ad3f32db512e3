import { type AccountAnswer, toAccountAnswer } from './account-answer.ts'
import { apiBase } from './api-base.ts'
import { pageCredentials } from './page-http-client.ts'

type FetchedFile = { content: Blob; fileName: string }

/** Downloads a file; `path` is relative to the API. A link would not work, because the server refuses navigation to its API. */
export async function fetchFile(path: string): Promise<AccountAnswer<FetchedFile>> {
  const { bearer } = pageCredentials()
  const headers = bearer === null ? {} : { Authorization: `Bearer ${bearer}` }
  try {
    const response = await fetch(new URL(path, apiBase()), { headers, credentials: 'include', cache: 'no-store' })
    const fileName = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    if (response.ok && fileName !== undefined) return { ok: true, value: { content: await response.blob(), fileName } }
    // This is not the file, so there is a problem, which `toAccountAnswer` derives from the status.
    const answered = { kind: 'answered', status: response.status, body: undefined, bodyKind: 'other' } as const
    return toAccountAnswer<FetchedFile>(
      { ...answered, headers: Object.fromEntries(response.headers.entries()) },
      () => undefined,
    )
  } catch {
    return toAccountAnswer<FetchedFile>({ kind: 'unanswered', cause: 'offline', mayHaveArrived: true }, () => undefined)
  }
}
