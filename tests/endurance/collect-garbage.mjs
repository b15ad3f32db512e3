// Preloaded into each thread of the server. On SIGUSR2 all threads collect garbage, and one line of JSON is printed.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

const threads = new BroadcastChannel('collect garbage')
threads.onmessage = collectGarbage
threads.unref()

if (isMainThread)
  process.on('SIGUSR2', () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    threads.postMessage('now')
    collectGarbage()
    // By then the other threads have finished, and free memory is returned to the system.
    setTimeout(() => {
      const { rss, heapUsed, external } = process.memoryUsage()
      process.stdout.write(`${JSON.stringify({ rss, heapUsed, external })}\n`)
    }, 1000)
  })
