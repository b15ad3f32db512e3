import { httpClient, remoteServer } from '#api/http-client.ts'
import { createAbort } from '#core/sync/abort.ts'
import type { RemoteServer, SenderLock } from '#core/sync/ports.ts'
import { recoverHistory } from '#core/sync/pulling/recover-history.ts'
import { sendBatch } from '#core/sync/sending/send-batch.ts'
import { type ExchangePorts, syncOnce, type SyncOutcome } from '#core/sync/sync-once.ts'
import { memoryReplica, type MemoryReplica } from './memory-replica.ts'
import { anAgent, type Agent, type TestServer } from './server.ts'

export const clock: ExchangePorts['clock'] = {
  now: Date.now,
  // Sleeps until aborted: nothing in an exchange continues because time has passed.
  sleep: (_ms, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
}
export const ids = { uuid: () => crypto.randomUUID() }

export type Device = { replica: MemoryReplica; loseNextAnswer: () => void; sync: () => Promise<SyncOutcome> }

/** A device that runs the sync core over HTTP against the real server. */
function aDevice(origin: string, token: string, agent: Agent): Device {
  const replica = memoryReplica(String(agent.id))
  const carrier = remoteServer(httpClient(`${origin}/api/`, () => ({ antiForgery: null, bearer: token })))
  let losesNext = false
  const server: RemoteServer = {
    ...carrier,
    send: async (request, signal) => {
      const answer = await carrier.send(request, signal)
      if (!losesNext || request.method === 'GET') return answer
      losesNext = false
      return { kind: 'unanswered', cause: 'timeout', mayHaveArrived: true }
    },
  }
  const senderLock: SenderLock = {
    hold: async (work) => {
      await work(createAbort().signal)
      return 'done'
    },
  }
  const ports: ExchangePorts = {
    replica,
    server,
    senderLock,
    clock,
    ids,
    loadBatches: async () => ({ sendBatch }),
    loadRecovery: async () => ({ recoverHistory }),
    random: () => 0,
    log: () => {},
  }
  return {
    replica,
    loseNextAnswer: () => {
      losesNext = true
    },
    sync: () =>
      syncOnce(ports, {
        sender: ids.uuid(),
        isManual: true,
        isAfterOutage: false,
        stop: createAbort().signal,
        onAttempt: () => {},
      }),
  }
}

export async function anOffice(server: TestServer, devices: number): Promise<{ agent: Agent; devices: Device[] }> {
  const agent = await anAgent(server)
  const { body } = await agent.post('/api/users/tokens/', { name: 'A device' })
  const address = server.app.server.address()
  const origin =
    address !== null && typeof address === 'object'
      ? `http://127.0.0.1:${address.port}`
      : await server.app.listen({ host: '127.0.0.1', port: 0 })
  return { agent, devices: Array.from({ length: devices }, () => aDevice(origin, body.token, agent)) }
}
