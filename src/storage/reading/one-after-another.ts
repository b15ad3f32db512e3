import { rest } from './rest.ts'

/**
 * Asks for a reading, which never runs twice at a time: asked for meanwhile, it runs once more, after a rest as long as it
 * took. What is read may be gone by then; the next one who asks tries again.
 */
export function oneAfterAnother(read: () => Promise<void>): () => void {
  let isAsked = false
  let isRunning = false

  async function run() {
    isRunning = true
    while (isAsked) {
      isAsked = false
      const begunAt = performance.now()
      await read().catch(() => {})
      await rest(performance.now() - begunAt)
    }
    isRunning = false
  }

  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}
