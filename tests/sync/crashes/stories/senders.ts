import type { Story } from '../sweep.ts'
import {
  adds,
  both,
  colleague,
  inTurn,
  isOnline,
  otherTab,
  ours,
  secondDevice,
  signsIn,
  slowly,
  syncs,
  tab,
  together,
  waits,
  worker,
  writes,
} from '../acting.ts'

export const senders: Story[] = [
  {
    name: 'two tabs write and send at once',
    servers: both,
    steps: [
      together(adds('client', 'Ann'), adds('client', 'Ben', { at: otherTab })),
      slowly(100, together(syncs(), syncs({ at: otherTab }), writes('client', 'Ben'))),
      syncs({ at: otherTab }),
    ],
  },
  {
    name: 'a worker takes over from a tab that froze',
    servers: both,
    steps: [
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
    ],
  },
  {
    name: 'a worker sends while a tab writes, and is stopped in mid-drain',
    servers: both,
    steps: [
      inTurn(adds('client', 'Ann'), adds('client', 'Ben')),
      slowly(
        100,
        together(
          syncs({ at: worker }),
          inTurn(waits(250), writes('client', 'Ann'), (play) => play.page(worker).context.kill()),
        ),
      ),
      syncs(),
    ],
  },
  {
    name: 'the agent logs out with work waiting, a colleague works here, the agent returns',
    servers: ours,
    steps: [
      isOnline(false),
      adds('client', 'Ann'),
      inTurn(signsIn(null), isOnline(true)),
      // The first agent's other tab has not heard of it.
      syncs({ at: otherTab }),
      signsIn('2'),
      adds('client', 'Zoe', { at: colleague }),
      together(syncs({ at: colleague }), syncs({ at: otherTab })),
      signsIn('1'),
      syncs(),
    ],
  },
  {
    name: 'the session ends in mid-drain and another agent’s begins',
    servers: ours,
    steps: [
      inTurn(adds('client', 'Ann'), adds('client', 'Ben'), adds('client', 'Cat')),
      slowly(100, together(syncs(), inTurn(waits(250), signsIn('2')))),
      signsIn('1'),
      syncs(),
    ],
  },
  {
    name: 'two devices of one agent edit the same client',
    servers: both,
    steps: [
      adds('client', 'Ann'),
      syncs(),
      syncs({ at: secondDevice }),
      writes('client', 'Ann', { at: secondDevice }),
      writes('client', 'Ann'),
      syncs({ at: secondDevice }),
      syncs(),
      syncs({ at: secondDevice }),
    ],
  },
]
