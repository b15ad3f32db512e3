import { observeCalls } from '#api/page-http-client.ts'
import type { Answer } from '#core/sync/ports.ts'
import { areaFailed, areaIsLoaded, areaIsLoading, messageOf, type Area } from '#state/session.ts'
import { apiFailed } from './report-errors.ts'

/**
 * Which area each list belongs to; the change feed has the records of several. A call for one screen only, such as for the
 * showings of a listing or the homes available on a date, fails on that screen and does not affect an area.
 */
const areasByPath: readonly (readonly [RegExp, readonly Area[]])[] = [
  [/^crm\/clients\/(\?|$)/, ['clients']],
  [/^listings\/(\?|$)/, ['listings']],
  [/^tours\/tours\/(\?|$)/, ['tours']],
  [/^sync\/changes\//, ['clients', 'listings', 'tours']],
]

/**
 * Sets the areas' loading flags and errors from the responses to their lists. Only an error response is an error, not a missing
 * network. Server errors are also reported. Returns a function that stops it.
 */
export function watchCalls(): () => void {
  return observeCalls({
    began: ({ method, path }) => {
      for (const area of areasOf(method, path)) areaIsLoading(area)
    },
    ended: ({ method, path }, answer) => {
      const failure = faultIn(answer)
      for (const area of areasOf(method, path)) {
        if (failure === null) areaIsLoaded(area)
        else areaFailed(area, failure)
      }
      if (failure !== null && path !== 'errors/report') {
        apiFailed(new Error(`${method} ${withoutRecord(path)} was answered with an error of the server`))
      }
    },
  })
}

function areasOf(method: string, path: string): readonly Area[] {
  if (method !== 'GET') return []
  return areasByPath.find(([pattern]) => pattern.test(path))?.[1] ?? []
}

/** What a server says that admits a fault of its own; null for every other end of a call. */
function faultIn(answer: Answer): string | null {
  return answer.kind === 'answered' && answer.status >= 500 ? messageOf(answer.body) : null
}

/** A report says which call it was, not of which record. */
function withoutRecord(path: string): string {
  return path.replace(/\?.*$/s, '').replaceAll(/\/\d+(?=\/)/g, '/{id}')
}
