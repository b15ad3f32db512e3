import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { busy, RefusedRequest } from '#server/problem-responses.ts'
import { createQueue, QueueIsFull } from '#server/queue.ts'
import type { ProcessedPhoto } from './process-photo.ts'

export type PhotoAnswer = ProcessedPhoto | 'no image'

/** Decodes photos in a separate process, because only a process can be killed while it decodes. */
export type PhotoDecoder = {
  /**
   * Like `processPhoto`, but returns null for a photo that takes more than ten seconds. Decodes one photo at a time,
   * because several would exhaust a small machine; agents take turns. Throws 503 if too many photos wait or the machine
   * is too busy.
   */
  process(bytes: Uint8Array, agentId: number): Promise<ProcessedPhoto | null>
  close(): Promise<void>
}

/** The largest accepted photo takes two seconds on a small machine. */
const patienceMs = 10_000
/** An idle process uses about 60 MB. */
const idleMs = 60_000
/** Processor time. With less, the machine is busy, and the photo gets up to a minute. */
const leastProcessorSeconds = 2
const mostChecks = 6
const mostWaiting = 100
/** A device sends one photo at a time, API clients a few. */
const mostPerAgent = 10

export function createPhotoDecoder(processFile: URL): PhotoDecoder {
  const queue = createQueue(mostWaiting, mostPerAgent)
  let child: ChildProcess | null = null
  let resting: NodeJS.Timeout | undefined

  function endChild(): void {
    clearTimeout(resting)
    child?.kill('SIGKILL')
    child = null
  }

  async function decode(bytes: Uint8Array): Promise<ProcessedPhoto | null> {
    clearTimeout(resting)
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
      const isStarved = processorSecondsOf(decoding) - usedBefore < leastProcessorSeconds
      if (isStarved && checks < mostChecks) return
      late = isStarved ? 'machine' : 'photo'
      endChild()
    }, patienceMs)
    try {
      decoding.send(bytes)
      const answer = await Promise.race([
        once(decoding, 'message', { signal }).then(([said]) => said as PhotoAnswer),
        once(decoding, 'exit', { signal }).then(([, by]) => outcomeOfExit(by as NodeJS.Signals | null, late)),
      ])
      return answer === 'no image' ? null : answer
    } finally {
      clearInterval(checking)
      answered.abort()
      if (decoding.exitCode !== null || decoding.signalCode !== null) endChild()
      resting = setTimeout(endChild, idleMs).unref()
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

/** A photo that is too slow or crashes the decoder is refused; after other exits it may be retried. */
function outcomeOfExit(by: NodeJS.Signals | null, late: 'photo' | 'machine' | null): PhotoAnswer {
  if (late === 'photo' || (by !== null && by !== 'SIGKILL')) return 'no image'
  throw new RefusedRequest(busy(5))
}

/** NaN on systems without /proc; then a late photo counts as slow. */
function processorSecondsOf({ pid }: ChildProcess): number {
  try {
    // The fields after the process name, which may contain spaces: user and system time in 1/100 s.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}
