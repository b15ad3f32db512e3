import {
  adds,
  both,
  colleague,
  goesOffline,
  goesOnline,
  inTurn,
  otherTab,
  ours,
  secondDevice,
  sentClient,
  signsIn,
  slowly,
  syncs,
  tab,
  together,
  waits,
  worker,
  writes,
} from '../acting.ts'
import { type Story, story } from '../story.ts'

export const senders: Story[] = [
  story('two tabs write and send at once', both, [
    together(adds('client', 'Ann'), adds('client', 'Ben', { at: otherTab })),
    slowly(100, together(syncs(), syncs({ at: otherTab }), writes('client', 'Ben'))),
    syncs({ at: otherTab }),
  ]),
  story('a worker takes over from a tab that froze', both, [
    adds('client', 'Ann'),
    async (play) => {
      const { context } = play.page(tab)
      play.network.latencyMs = 200
      context.start(true)
      await play.clock.sleep(500)
      context.freeze()
      await play.clock.sleep(40_000)
      play.network.latencyMs = 0
      await inTurn(syncs({ at: worker }), writes('client', 'Ann', { at: otherTab }))(play)
      context.thaw()
      await inTurn(waits(1_000), syncs({ at: worker }))(play)
    },
  ]),
  story('a worker sends while a tab writes, and is stopped in mid-drain', both, [
    inTurn(adds('client', 'Ann'), adds('client', 'Ben')),
    slowly(
      100,
      together(
        syncs({ at: worker }),
        inTurn(waits(250), writes('client', 'Ann'), (play) => play.page(worker).context.kill()),
      ),
    ),
    syncs(),
  ]),
  story('the agent logs out with work waiting, a colleague works here, the agent returns', ours, [
    goesOffline,
    adds('client', 'Ann'),
    inTurn(signsIn(null), goesOnline),
    // The first agent's other tab has not been notified.
    syncs({ at: otherTab }),
    signsIn('2'),
    adds('client', 'Zoe', { at: colleague }),
    together(syncs({ at: colleague }), syncs({ at: otherTab })),
    signsIn('1'),
    syncs(),
  ]),
  story('the session ends in mid-drain and another agent’s begins', ours, [
    inTurn(adds('client', 'Ann'), adds('client', 'Ben'), adds('client', 'Cat')),
    slowly(100, together(syncs(), inTurn(waits(250), signsIn('2')))),
    signsIn('1'),
    syncs(),
  ]),
  story('two devices of one agent edit the same client', both, [
    ...sentClient,
    syncs({ at: secondDevice }),
    writes('client', 'Ann', { at: secondDevice }),
    writes('client', 'Ann'),
    syncs({ at: secondDevice }),
    syncs(),
    syncs({ at: secondDevice }),
  ]),
]
