import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { busy, RefusedRequest } from '#server/problem-responses.ts'
import { createTurnQueue, QueueIsFull } from '#server/queue.ts'
import type { ProcessedPhoto } from './process-photo.ts'

export type PhotoAnswer = ProcessedPhoto | 'no image'

/** Decodes photos in a separate process, because only a process can be killed while it decodes. */
export type PhotoDecoder = {
  /**
   * Like `processPhoto`, but also returns null for a photo that takes more than ten seconds. Decodes one photo at a time,
   * because several would exhaust a small machine; agents take turns. Throws 503 if too many photos wait or the machine
   * is too busy.
   */
  process(bytes: Uint8Array, agentId: number): Promise<ProcessedPhoto | null>
  close(): Promise<void>
}

/** The largest accepted photo takes two seconds on a small machine. */
const decodeTimeoutMs = 10_000
/** An idle process is ended after this time, because it uses about 60 MB. */
const idleMs = 60_000
/** As long as decoding has got less processor time than this, the machine is busy, and the photo gets up to a minute. */
const minProcessorSeconds = 2
const maxChecks = 6
const maxWaiting = 100
/** Photos of one agent that may wait. A device sends one photo at a time, an API client a few. */
const maxPerAgent = 10

export function createPhotoDecoder(processFile: URL): PhotoDecoder {
  const queue = createTurnQueue(maxWaiting, maxPerAgent)
  let child: ChildProcess | null = null
  let idleTimer: NodeJS.Timeout | undefined

  function endChild(): void {
    clearTimeout(idleTimer)
    child?.kill('SIGKILL')
    child = null
  }

  async function decode(bytes: Uint8Array): Promise<ProcessedPhoto | null> {
    clearTimeout(idleTimer)
    // The process may have exited between two photos.
    if (child?.connected === false) endChild()
    const decoding = (child ??= startProcess(processFile))
    const answered = new AbortController()
    const { signal } = answered
    const usedBefore = processorSecondsOf(decoding)
    let late: 'photo' | 'machine' | null = null
    let checks = 0
    const checking = setInterval(() => {
      checks += 1
      const isStarved = processorSecondsOf(decoding) - usedBefore < minProcessorSeconds
      if (isStarved && checks < maxChecks) return
      late = isStarved ? 'machine' : 'photo'
      endChild()
    }, decodeTimeoutMs)
    try {
      decoding.send(bytes)
      const answer = await Promise.race([
        once(decoding, 'message', { signal }).then(([message]) => message as PhotoAnswer),
        once(decoding, 'exit', { signal }).then(([, exitSignal]) =>
          outcomeOfExit(exitSignal as NodeJS.Signals | null, late),
        ),
      ])
      return answer === 'no image' ? null : answer
    } finally {
      clearInterval(checking)
      answered.abort()
      if (decoding.exitCode !== null || decoding.signalCode !== null) endChild()
      idleTimer = setTimeout(endChild, idleMs).unref()
    }
  }

  return {
    process: (bytes, agentId) =>
      queue(() => decode(bytes), agentId).catch((error: unknown) => {
        throw error instanceof QueueIsFull ? new RefusedRequest(busy(5)) : error
      }),
    close: async () => endChild(),
  }
}

function startProcess(processFile: URL): ChildProcess {
  const started = fork(processFile, { serialization: 'advanced', execArgv: [] })
  // Without a listener, an error between two photos would end the server.
  started.on('error', () => {})
  started.unref()
  started.channel?.unref()
  return started
}

/** Refuses a photo that was too slow or crashed the decoder. After any other exit, throws 503, so that the client retries. */
function outcomeOfExit(signal: NodeJS.Signals | null, late: 'photo' | 'machine' | null): PhotoAnswer {
  if (late === 'photo' || (signal !== null && signal !== 'SIGKILL')) return 'no image'
  throw new RefusedRequest(busy(5))
}

/** NaN on systems without /proc: there, every late photo counts as slow. */
function processorSecondsOf({ pid }: ChildProcess): number {
  try {
    // The fields after the process name, which may contain spaces: user and system time in 1/100 s.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}
