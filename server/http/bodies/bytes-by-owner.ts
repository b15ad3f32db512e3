import type { FastifyReply, FastifyRequest } from 'fastify'
import { whenClosed } from '#server/http/when-closed.ts'
import { networkOf } from '#server/http/network-of.ts'
import type { Outcome } from '#server/http/outcome.ts'

/** Limits in bytes. `strangers` are all signed-out clients together, `address` those of one address. */
type Room = { process: number; strangers: number; agent: number; address: number }
type Refusals = { ofOne: () => Outcome; ofAll: () => Outcome }

type TakeRoom = (request: FastifyRequest, reply: FastifyReply, bytes: number) => Outcome | null

/**
 * Limits the bytes that requests hold in memory, by owner. Up to `smallBytes` count against the owner only, so agents
 * can log in and save records while others use up the shared limits.
 */
export function createByteLimiter(room: Room, smallBytes: number, refusals: Refusals): TakeRoom {
  const taken = new Map<string, number>()

  function roomsOf(
    { agent, ip }: FastifyRequest,
    bytes: number,
  ): { name: string; most: number; refusal: () => Outcome }[] {
    const own =
      agent === null
        ? { name: `address ${networkOf(ip)}`, most: room.address, refusal: refusals.ofOne }
        : { name: `agent ${agent.id}`, most: room.agent, refusal: refusals.ofOne }
    if (bytes <= smallBytes) return [own]
    const ofStrangers = agent === null ? [{ name: 'strangers', most: room.strangers, refusal: refusals.ofAll }] : []
    return [own, ...ofStrangers, { name: 'all', most: room.process, refusal: refusals.ofAll }]
  }

  return (request, reply, bytes) => {
    const rooms = roomsOf(request, bytes)
    for (const { name, most, refusal } of rooms) if ((taken.get(name) ?? 0) + bytes > most) return refusal()
    for (const { name } of rooms) taken.set(name, (taken.get(name) ?? 0) + bytes)
    whenClosed(reply.raw, () => {
      for (const { name } of rooms) {
        const left = (taken.get(name) ?? 0) - bytes
        if (left > 0) taken.set(name, left)
        else taken.delete(name)
      }
    })
    return null
  }
}
