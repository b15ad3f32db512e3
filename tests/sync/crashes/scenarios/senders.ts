import type { Story } from '../sweep.ts'
import { addClient, both } from './acting.ts'

export const senders: Story[] = [
  {
    name: 'two tabs write and send at once',
    servers: both,
    steps: [
      async ({ device }) => {
        await Promise.all([addClient(device.tab, 'Ann'), addClient(device.otherTab, 'Ben')])
      },
      async ({ device }) => {
        device.network.latencyMs = 100
        await Promise.all([device.tab.sync(), device.otherTab.sync(), device.tab.write('client', 'Ben', 'notes')])
        device.network.latencyMs = 0
      },
      ({ device }) => device.otherTab.sync(),
    ],
  },
  {
    name: 'a worker takes over from a tab that froze',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      async ({ device, clock }) => {
        device.network.latencyMs = 200
        void device.tab.sync()
        await clock.sleep(500)
        device.tab.life.freeze()
        await clock.sleep(40_000)
        device.network.latencyMs = 0
        await device.worker.sync()
        await device.otherTab.write('client', 'Ann', 'notes')
        device.tab.life.thaw()
        await clock.sleep(1_000)
        await device.worker.sync()
      },
    ],
  },
  {
    name: 'a worker sends while a tab writes, and is stopped in mid-drain',
    servers: both,
    steps: [
      async ({ device }) => {
        for (const record of ['Ann', 'Ben']) await addClient(device.tab, record)
      },
      async ({ device, clock }) => {
        device.network.latencyMs = 100
        const sending = device.worker.sync()
        await clock.sleep(250)
        await device.tab.write('client', 'Ann', 'notes')
        device.worker.life.end()
        await sending
        device.network.latencyMs = 0
      },
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'the agent logs out with work waiting, a colleague works here, the agent returns',
    servers: ['ours'],
    steps: [
      ({ device }) => {
        device.network.isOnline = false
      },
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ server, device }) => {
        server.signedInAs = null
        device.network.isOnline = true
      },
      // The first agent's other tab has not heard of it.
      ({ device }) => device.otherTab.sync(),
      ({ server }) => {
        server.signedInAs = 2
      },
      ({ colleague }) => addClient(colleague.tab, 'Zoe'),
      async ({ device, colleague }) => {
        await Promise.all([colleague.tab.sync(), device.otherTab.sync()])
      },
      ({ server }) => {
        server.signedInAs = 1
      },
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'the session ends in mid-drain and another agent’s begins',
    servers: ['ours'],
    steps: [
      async ({ device }) => {
        for (const record of ['Ann', 'Ben', 'Cat']) await addClient(device.tab, record)
      },
      async ({ device, server, clock }) => {
        device.network.latencyMs = 100
        const sending = device.tab.sync()
        await clock.sleep(250)
        server.signedInAs = 2
        await sending
        device.network.latencyMs = 0
      },
      ({ server }) => {
        server.signedInAs = 1
      },
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'two devices of one agent edit the same client',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ second }) => second.tab.sync(),
      ({ second }) => second.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ second }) => second.tab.sync(),
      ({ device }) => device.tab.sync(),
      ({ second }) => second.tab.sync(),
    ],
  },
]
