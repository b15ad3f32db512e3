import type { FastifyReply, FastifyRequest } from 'fastify'
import { whenClosed } from '#server/http/when-closed.ts'
import { networkOf } from '#server/http/network-of.ts'
import type { Outcome } from '#server/http/outcome.ts'

/** In bytes: for the process, for all signed-out clients together, for one agent, and for one network address of signed-out clients. */
type ByteLimits = { process: number; signedOut: number; agent: number; address: number }
/** The answer if the owner's limit is reached (`ofOne`), or a shared limit (`ofAll`). */
type Refusals = { ofOne: () => Outcome; ofAll: () => Outcome }

/** Counts bytes until the response is closed. Returns a refusal if they exceed a limit, otherwise null. */
type TakeRoom = (request: FastifyRequest, reply: FastifyReply, bytes: number) => Outcome | null

/** A request of up to `smallBytes` counts only against its owner, so that agents can save records while others use up the shared limits. */
export function createByteLimiter(limits: ByteLimits, smallBytes: number, refusals: Refusals): TakeRoom {
  const taken = new Map<string, number>()

  function limitsFor(
    { agent, ip }: FastifyRequest,
    bytes: number,
  ): { name: string; most: number; refusal: () => Outcome }[] {
    const own =
      agent === null
        ? { name: `address ${networkOf(ip)}`, most: limits.address, refusal: refusals.ofOne }
        : { name: `agent ${agent.id}`, most: limits.agent, refusal: refusals.ofOne }
    if (bytes <= smallBytes) return [own]
    const ofStrangers = agent === null ? [{ name: 'strangers', most: limits.signedOut, refusal: refusals.ofAll }] : []
    return [own, ...ofStrangers, { name: 'all', most: limits.process, refusal: refusals.ofAll }]
  }

  return (request, reply, bytes) => {
    const applied = limitsFor(request, bytes)
    for (const { name, most, refusal } of applied) if ((taken.get(name) ?? 0) + bytes > most) return refusal()
    for (const { name } of applied) taken.set(name, (taken.get(name) ?? 0) + bytes)
    whenClosed(reply.raw, () => {
      for (const { name } of applied) {
        const left = (taken.get(name) ?? 0) - bytes
        if (left > 0) taken.set(name, left)
        else taken.delete(name)
      }
    })
    return null
  }
}
