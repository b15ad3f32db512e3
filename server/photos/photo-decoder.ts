import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { busy, RefusedRequest } from '#server/problem-responses.ts'
import { createQueue, QueueIsFull } from '#server/queue.ts'
import type { ProcessedPhoto } from './process-photo.ts'

/** What the process answers to the bytes of a photo. */
export type PhotoAnswer = ProcessedPhoto | 'no image'

/** Makes the copies of photos in a process of its own, because only a process can be stopped while it decodes. */
export type PhotoDecoder = {
  /**
   * As `processPhoto`, and null for a photo that is not decoded in ten seconds of which the processor worked two. One photo at a time, because several unpacked at once would
   * exhaust a small machine; agents take turns. Refuses with 503 when too many photos wait, or the machine had no time for this one.
   */
  process(bytes: Uint8Array, agentId: number): Promise<ProcessedPhoto | null>
  close(): Promise<void>
}

/** The largest photo that is taken needs two seconds on a small machine. */
const patienceMs = 10_000
/** An idle process holds about 60 MB. */
const idleMs = 60_000
/** Of processor time: with less, it is the machine that is busy, and the photo gets a minute. */
const leastProcessorSeconds = 2
const mostChecks = 6
const mostWaiting = 100
/** Devices send one photo after the other, and programs a few at once. */
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
    // It may have ended between two photos.
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

/** A photo that takes too long or makes the decoder crash is refused; a process that could not work is no fault of the photo. */
function outcomeOfExit(by: NodeJS.Signals | null, late: 'photo' | 'machine' | null): PhotoAnswer {
  if (late === 'photo' || (by !== null && by !== 'SIGKILL')) return 'no image'
  throw new RefusedRequest(busy(5))
}

/** Processor seconds that a process has used; NaN on a system without /proc, where a late photo counts as slow, not the machine. */
function processorSecondsOf({ pid }: ChildProcess): number {
  try {
    // Behind the name, which may hold anything: user and system time in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}
