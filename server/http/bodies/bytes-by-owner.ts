import type { FastifyReply, FastifyRequest } from 'fastify'
import { whenClosed } from '#server/http/when-closed.ts'
import { networkOf } from '#server/http/network-of.ts'
import type { Outcome } from '#server/http/outcome.ts'

/** How many bytes may be held at one time: in the process, for all strangers, for an agent, for the strangers of one address. */
type Room = { process: number; strangers: number; agent: number; address: number }
type Refusals = { ofOne: () => Outcome; ofAll: () => Outcome }

/** Takes room for bytes until the answer to this request has been sent; returns a refusal where there is none. */
type TakeRoom = (request: FastifyRequest, reply: FastifyReply, bytes: number) => Outcome | null

/**
 * Counts bytes that requests hold in memory, by whose they are. Up to `smallBytes` are hardly more than the connection and need only
 * room of their owner, so that agents log in and save records while others fill the rest.
 */
export function createRooms(room: Room, smallBytes: number, refusals: Refusals): TakeRoom {
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
