import { judge } from './answers.ts'
import type { Fields } from '#core/contract/json.ts'
import type { AbortSignalLike, Answer, Request, SyncPorts } from '#core/sync/ports.ts'

export const answerTimeoutMs = 30_000

export function getRequest(path: string): Request {
  return { method: 'GET', path, encoding: 'none', fields: {}, files: {}, headers: {}, timeoutMs: answerTimeoutMs }
}

export function postRequest(path: string, fields: Fields, headers: Request['headers']): Request {
  return { ...getRequest(path), method: 'POST', encoding: 'json', fields, headers }
}

/**
 * Sends a write. If the server refuses it because of its anti-forgery token, so that nothing was written, gets a new token and sends it
 * once more under the same idempotency key (fault D3).
 */
export async function sendWrite(
  ports: Pick<SyncPorts, 'server' | 'clock' | 'random'>,
  request: Request,
  stop: AbortSignalLike,
): Promise<Answer> {
  const answer = await ports.server.send(request, stop)
  if (judge(answer, ports).kind !== 'anti-forgery') return answer
  await ports.server.renewAntiForgery()
  return ports.server.send(request, stop)
}
