import { observeCalls } from '#api/page-http-client.ts'
import type { Answer } from '#core/sync/ports.ts'
import { areaFailed, areaIsLoaded, areaLoadStarted, messageOf, type Area } from '#state/session.ts'
import { reportApiError } from './report-errors.ts'

/** The areas of the app whose data a list request loads. A request for only one screen, such as a listing's showings, affects no area. */
const areasByPath: readonly (readonly [RegExp, readonly Area[]])[] = [
  [/^crm\/clients\/(\?|$)/, ['clients']],
  [/^listings\/(\?|$)/, ['listings']],
  [/^tours\/tours\/(\?|$)/, ['tours']],
  [/^sync\/changes\//, ['clients', 'listings', 'tours']],
]

/** Observes all API calls: sets the loading flag and error of each area, and reports server errors (5xx). A missing network is no error here. */
export function watchCalls(): () => void {
  return observeCalls({
    began: ({ method, path }) => {
      for (const area of areasOf(method, path)) areaLoadStarted(area)
    },
    ended: ({ method, path }, answer) => {
      const failure = serverErrorIn(answer)
      for (const area of areasOf(method, path)) {
        if (failure === null) areaIsLoaded(area)
        else areaFailed(area, failure)
      }
      if (failure !== null && path !== 'errors/report') {
        reportApiError(new Error(`${method} ${withoutRecord(path)} was answered with an error of the server`))
      }
    },
  })
}

function areasOf(method: string, path: string): readonly Area[] {
  if (method !== 'GET') return []
  return areasByPath.find(([pattern]) => pattern.test(path))?.[1] ?? []
}

function serverErrorIn(answer: Answer): string | null {
  return answer.kind === 'answered' && answer.status >= 500 ? messageOf(answer.body) : null
}

/** Error reports name the endpoint, not the record. */
function withoutRecord(path: string): string {
  return path.replace(/\?.*$/s, '').replaceAll(/\/\d+(?=\/)/g, '/{id}')
}
