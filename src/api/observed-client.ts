import type { Answer } from '#core/sync/ports.ts'
import type { HttpCall, HttpClient } from './http-client.ts'

type CallObserver = {
  began: (call: HttpCall) => void
  ended: (call: HttpCall, answer: Answer) => void
}

let observer: CallObserver | null = null

/** Hears of every call of this page, one observer at a time. Gives back how to stop. */
export function observeCalls(next: CallObserver): () => void {
  observer = next
  return () => {
    if (observer === next) observer = null
  }
}

/** The client, with its calls reported to a listener. */
export function observed(client: HttpClient): HttpClient {
  return async (call) => {
    observer?.began(call)
    const answer = await client(call)
    observer?.ended(call, answer)
    return answer
  }
}
