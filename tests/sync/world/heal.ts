import { createAbort } from '#core/sync/abort.ts'
import { pullVisits } from '#core/sync/plain/pull-visits.ts'
import { decide, type Wish } from './decide.ts'
import { nothingWaitsWithoutReason } from './invariants/on-devices.ts'
import type { Context } from './context.ts'
import type { AgentName, SimulatedDevice } from './simulated-device.ts'
import { Violation } from './violation.ts'
import { type World, agents } from './world.ts'

const minute = 60_000
/** The longest pause and the longest backoff, with a margin. */
const afterManyFaultsMs = 3 * 60 * minute

/** Repairs everything, decides what needs the agent, and syncs. Throws if that takes longer than it may (invariant 7). */
export async function heal(world: World, longestWaitMs = afterManyFaultsMs): Promise<void> {
  for (const tablet of world.tablets) await repair(world, tablet)
  for (let round = 0; round < 30; round++) {
    for (const { tablet, agent } of world.workplaces) {
      const { store, life } = tablet.places[agent]
      if (agent === '2' && store.operations().length === 0 && round > 0) continue
      if (agent === '2' && life === 0 && !world.hasSynced(tablet, agent)) continue
      await drain(world, tablet, agent, longestWaitMs)
      await decideAll(world, tablet, agent, round)
    }
    if (world.workplaces.every(({ tablet, agent }) => world.waiting(tablet, agent).length === 0)) break
  }
  const inUse = world.workplaces.filter(({ tablet, agent }) => world.hasSynced(tablet, agent))
  // A write lost in a restore while two were in flight is found a day later (fault J12).
  if (!world.isPlain && world.ledger.epoch > 0) {
    await world.pass(25 * 60 * minute)
    for (const { tablet, agent } of inUse) await drain(world, tablet, agent, longestWaitMs)
  }
  // Stale or held-back lists of a plain server are settled by pulling again.
  for (let round = 0; round < (world.isPlain ? 4 : 1); round++) {
    await world.pass((world.isPlain ? 25 : 11) * minute)
    for (const { tablet, agent } of inUse) await lookAround(world, tablet, agent)
  }
}

async function repair(world: World, tablet: SimulatedDevice): Promise<void> {
  const { network, places } = tablet
  network.isOnline = true
  network.latencyOf = null
  network.latencyMs = 0
  network.forgetPlans()
  for (const { store } of Object.values(places)) store.isFull = false
  for (const context of tablet.contexts()) context.kill()
  // Requests in flight arrive now or never.
  await world.pass(2 * minute)
  for (const agent of agents) world.accounts[agent].answersBare = false
}

function signIn(tablet: SimulatedDevice, agent: AgentName): Context {
  tablet.session = { agent, isValid: true }
  return tablet.contextOf(agent, 'first tab')
}

/** Runs exchanges without being asked until only the agent's decisions are left. */
async function drain(world: World, tablet: SimulatedDevice, agent: AgentName, longestWaitMs: number): Promise<void> {
  const until = world.clock.now() + longestWaitMs
  let before = ''
  for (;;) {
    const context = signIn(tablet, agent)
    context.start(false)
    if (!(await world.ended(context))) throw new Violation(7, `an exchange of device ${tablet.number} does not end`)
    const { lastOutcome } = context
    const left = world.waiting(tablet, agent)
    // A conflict that the pull resolved leaves something to send, for which the loop continues at once.
    const isGoingOn = lastOutcome?.nextAttemptAt != null && lastOutcome.nextAttemptAt <= tablet.now()
    const isQuiet = left.every(({ state }) => ['attention', 'conflict', 'blocked'].includes(state))
    if (lastOutcome?.state === 'idle' && !isGoingOn) nothingWaitsWithoutReason(world, tablet, agent)
    if (lastOutcome?.state === 'idle' && isQuiet) return
    // An operation that may have arrived stays as it is behind one that needs the agent; then the agent is next.
    const stand = left.map(({ opId, state, attempts }) => `${opId} ${state} ${attempts}`).join()
    const isAsked = left.some(({ state }) => state === 'attention' || state === 'conflict')
    if (lastOutcome?.state === 'idle' && stand === before && isAsked) return
    before = stand
    if (world.clock.now() > until) {
      const what = left.map(({ entity, kind, state, nextAt, refusal }) => ({ entity, kind, state, nextAt, refusal }))
      const state = lastOutcome?.state ?? 'failed'
      throw new Violation(7, `device ${tablet.number} (${state}) does not get on: ${JSON.stringify(what)}`)
    }
    const nextAt = lastOutcome?.nextAttemptAt ?? null
    await world.pass(Math.min(31 * minute, Math.max(5_000, nextAt === null ? minute : nextAt - tablet.now())))
  }
}

const wishes: Wish[] = ['mine', 'both', 'theirs', 'mine', 'retry']

async function decideAll(world: World, tablet: SimulatedDevice, agent: AgentName, round: number): Promise<void> {
  const context = signIn(tablet, agent)
  for (const { opId } of world.waiting(tablet, agent)) {
    const operation = world.waiting(tablet, agent).find((one) => one.opId === opId)
    if (operation === undefined) continue
    // After many rounds the agent discards.
    const wish = round > 8 ? 'discard' : (wishes[(operation.seq + round) % wishes.length] ?? 'mine')
    await decide(world, { tablet, context }, structuredClone(operation), wish)
  }
}

async function lookAround(world: World, tablet: SimulatedDevice, agent: AgentName): Promise<void> {
  const context = signIn(tablet, agent)
  context.start(true)
  await world.ended(context)
  if (!world.isPlain) return
  const listingKeys = world.rows(tablet, agent, 'listing').map(({ key }) => key)
  const days = { first: '2027-01-01', last: '2090-01-01' }
  await world.clock.run(pullVisits(context.ports, { listingKeys, days }, createAbort().signal))
  // A record deleted elsewhere a short time ago may stay deleted.
  for (const operation of world.waiting(tablet, agent)) await decide(world, { tablet, context }, operation, 'discard')
}
