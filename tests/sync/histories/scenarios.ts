import type { Step } from './commands.ts'
import type { ServerKind } from './world.ts'

/** A history that once ended badly, kept as the shortest that showed it. */
export type Scenario = { sentence: string; server: ServerKind; steps: readonly Step[] }

const first = { tablet: 0, tab: 'first tab', which: 0 }
const second = { tablet: 1, tab: 'first tab', which: 0 }
const plainly = { isAsked: false, fault: 0, target: 0, latency: 0 }
const exchangeOf = (tablet: number, fault: Partial<typeof plainly> = {}): Step => [
  'exchanges with the server',
  { tablet, by: 'first tab', ...plainly, ...fault },
]

export const scenarios: readonly Scenario[] = [
  {
    sentence: 'C19: what a restored server seems to have lost takes no words of another device away',
    server: 'ours',
    steps: [
      ['the server is backed up', { isAll: false }],
      exchangeOf(1),
      ['the server is restored from its backup', { isAll: false }],
      ['changes a listing', second],
      ['writes more about a client', second],
      exchangeOf(1, { fault: 10, target: 2 }),
      exchangeOf(0),
      ['writes more about a client', first],
    ],
  },
  {
    sentence: 'E9: a photo that a plain server refuses holds up no open house of its listing',
    server: 'plain',
    steps: [
      ['begins to exchange', { tablet: 1, by: 'first tab', ...plainly, fault: 13, target: 2, latency: 40 }],
      ['makes a listing with its property, an open house and a photo', second],
    ],
  },
  {
    sentence: 'G11, J9: a clock that is set back does not make the server’s copies old for as long',
    server: 'plain',
    steps: [
      exchangeOf(1),
      ['writes more about a client', second],
      exchangeOf(0),
      exchangeOf(1),
      ['writes more about a client', first],
      ['has its clock set', { tablet: 1, minutes: -1_500 }],
    ],
  },
  {
    sentence: 'A6: a disk that is full while an answer is settled stops nothing for good',
    server: 'ours',
    steps: [exchangeOf(1), ['writes more about a listing', second], ['runs out of room', { tablet: 1 }], exchangeOf(1)],
  },
  {
    sentence: 'A6, B5: a disk that fills up under a running exchange ends no signs of life',
    server: 'ours',
    steps: [
      exchangeOf(0),
      ['makes a client', first],
      ['begins to exchange', { tablet: 0, by: 'worker', ...plainly, fault: 26, target: 0 }],
      ['runs out of room', { tablet: 0 }],
      ['waits', { seconds: 35 }],
      ['has room again', { tablet: 0 }],
    ],
  },
  {
    sentence: 'E5: the row of a tour says the same listings as what is about to be sent',
    server: 'ours',
    steps: [
      ['makes a listing with its property, an open house and a photo', first],
      ['makes a tour', first],
      ['deletes a listing', first],
      exchangeOf(0, { fault: 3 }),
    ],
  },
  {
    sentence: 'E8, G4: a listing that is made anew on a plain server does not wait for its photo, which waits for it',
    server: 'plain',
    steps: [
      exchangeOf(0),
      exchangeOf(1),
      ['deletes a listing', second],
      exchangeOf(1),
      ['writes more about a listing', first],
      ['makes a photo', first],
      exchangeOf(0),
    ],
  },
  {
    sentence:
      'G2: of two times one is right, so whoever decides for both keeps one of them and finds the other in the journal',
    server: 'ours',
    steps: [
      exchangeOf(0),
      ['makes a showing', first],
      exchangeOf(0),
      exchangeOf(1),
      ['changes a showing', second],
      ['changes a showing', first],
      ['changes a client', first],
    ],
  },
  {
    sentence: 'G5: a deletion that was discarded and is then undone makes no second record',
    server: 'ours in batches',
    steps: [
      exchangeOf(1),
      ['deletes a client', second],
      ['discards what was never sent', second],
      ['undoes the last deletion', second],
    ],
  },
  {
    sentence: 'G5: a deletion that was decided against and is then undone makes no second record',
    server: 'plain',
    steps: [
      exchangeOf(0),
      exchangeOf(1),
      ['writes more about a listing', second],
      ['deletes a listing', first],
      exchangeOf(1),
      ['begins to exchange', { tablet: 0, by: 'first tab', ...plainly }],
      ['decides for theirs', first],
      ['undoes the last deletion', first],
      exchangeOf(0),
    ],
  },
  {
    sentence:
      'C19, G4: a record that was deleted there and is back with a backup takes the edit, and is not made twice',
    server: 'ours',
    steps: [
      ['the server is backed up', { isAll: false }],
      exchangeOf(0),
      ['the office deletes', { agent: '1', kind: 0, which: 0 }],
      ['writes more about a client', first],
      exchangeOf(0),
      ['the server is restored from its backup', { isAll: false }],
    ],
  },
  {
    sentence: 'C19: a record that a restored server has lost is offered to it with the edits that still wait',
    server: 'ours',
    steps: [
      ['the server is backed up', { isAll: false }],
      ['makes a client', second],
      exchangeOf(1),
      ['changes a client', second],
      ['the server is restored from its backup', { isAll: false }],
    ],
  },
  {
    sentence: 'C13, H3: what was put into a refused create goes to the record that an earlier try has made after all',
    server: 'ours',
    steps: [
      ['makes a client', first],
      exchangeOf(0, { fault: 27 }),
      exchangeOf(0, { fault: 18 }),
      exchangeOf(0, { fault: 8, latency: 900 }),
      ['changes a client', first],
      exchangeOf(0),
    ],
  },
  {
    sentence: 'G2, K5: a text that the server has already, with others’ words in it, is not written once more',
    server: 'plain',
    steps: [
      exchangeOf(1),
      ['writes more about a client', second],
      ['changes a client', second],
      exchangeOf(1, { fault: 5, target: 2 }),
      exchangeOf(0),
      ['writes more about a client', first],
      ['has its clock set', { tablet: 0, minutes: -1_500 }],
    ],
  },
  {
    sentence:
      'B8: a device that dies while a screen asks for the visits of a listing leaves nothing that waits for ever',
    server: 'plain',
    steps: [
      exchangeOf(1),
      ['runs out of room', { tablet: 1 }],
      exchangeOf(1, { fault: 28, target: 5 }),
      ['looks at a listing and at the calendar', second],
    ],
  },
  {
    sentence:
      'A6: a disk that is full under several writes at once ends the exchange, and no error is left that nobody expects',
    server: 'ours',
    steps: [
      exchangeOf(1, { fault: 3 }),
      ['makes a client', second],
      ['makes an appointment', second],
      ['begins to exchange', { tablet: 1, by: 'second tab', ...plainly, fault: 26 }],
      ['runs out of room', { tablet: 1 }],
    ],
  },
  {
    sentence: 'C19: what was confirmed just before the server was restored does not stay on a device for ever',
    server: 'ours',
    steps: [
      ['makes an appointment', second],
      ['the server is backed up', { isAll: false }],
      exchangeOf(1),
      exchangeOf(0),
      ['writes more about an appointment', first],
      exchangeOf(0),
      ['the server is restored from its backup', { isAll: false }],
    ],
  },
  {
    sentence: 'K3: what may exist already can be edited in either place until somebody has looked',
    server: 'plain',
    steps: [
      exchangeOf(1),
      ['makes a listing', second],
      exchangeOf(1, { fault: 5 }),
      exchangeOf(0, { latency: 40 }),
      ['writes more about a listing', { ...first, which: 3 }],
      exchangeOf(0, { isAsked: true, latency: 900 }),
      exchangeOf(1, { isAsked: true }),
      ['writes more about a listing', { ...second, which: 2 }],
    ],
  },
  {
    sentence: 'K3: what may exist already has a chain of its own here until somebody has looked',
    server: 'plain',
    steps: [
      exchangeOf(0, { fault: 29 }),
      ['makes a client', first],
      exchangeOf(0),
      ['waits', { seconds: 2_000 }],
      ['writes more about a client', { ...first, which: 3 }],
      ['the office changes a field', { agent: '1', kind: 0, which: 3 }],
      exchangeOf(0),
      ['changes a client', { ...first, which: 2 }],
    ],
  },
  {
    sentence: 'K3: what a plain server has made and somebody deleted before the device could look is made again',
    server: 'plain',
    steps: [
      ['makes an appointment', first],
      exchangeOf(0, { fault: 5 }),
      ['the office deletes', { agent: '1', kind: 2, which: 0 }],
    ],
  },
  {
    sentence:
      'C19: what a restored server has lost of a record is offered to it, though another edit of the record asks',
    server: 'ours',
    steps: [
      ['the server is backed up', { isAll: false }],
      exchangeOf(0),
      ['writes more about a client', first],
      ['changes a client', first],
      exchangeOf(0),
      ['changes a client', first],
      ['the server is restored from its backup', { isAll: false }],
    ],
  },
  {
    sentence: 'C10: six requests at once, a batch among them',
    server: 'ours in batches',
    steps: [
      ['makes a listing with its property, an open house and a photo', first],
      exchangeOf(0),
      ['makes a listing with its property, an open house and a photo', first],
      ['makes a client', first],
      ['begins to exchange', { tablet: 0, by: 'first tab', ...plainly, fault: 21 }],
      exchangeOf(0, { fault: 28 }),
      exchangeOf(0, { fault: 11, target: 8, latency: 900 }),
      ['makes a listing with its property, an open house and a photo', { ...first, which: 5 }],
      ['exchanges with the server', { tablet: 0, by: 'second tab', ...plainly, fault: 24, latency: 900 }],
    ],
  },
  {
    sentence: 'K6: what a sender that died had sent to a plain server arrives before another one begins',
    server: 'plain',
    steps: [
      exchangeOf(1),
      ['begins to exchange', { tablet: 1, by: 'worker', ...plainly, latency: 900 }],
      ['makes a showing', second],
      ['changes a client', second],
      ['begins to exchange', { tablet: 1, by: 'first tab', ...plainly, fault: 29 }],
      ['exchanges with the server', { tablet: 1, by: 'worker', ...plainly, latency: 900 }],
      ['changes a client', second],
      ['begins to exchange', { tablet: 1, by: 'first tab', ...plainly }],
      ['changes a listing', first],
    ],
  },
]
