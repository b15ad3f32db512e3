/**
 * Asks for a reading, which never runs twice at a time: asked for meanwhile, it runs once more, after a rest as long as it
 * took. What is read may be gone by then; the next one who asks tries again.
 */
export function oneAfterAnother(read: () => Promise<void>): () => void {
  let asked = 0
  let isRunning = false

  async function run() {
    isRunning = true
    for (let answered = 0; answered < asked;) {
      answered = asked
      const begunAt = performance.now()
      await read().catch(() => {})
      const tookMs = performance.now() - begunAt
      await new Promise((resolve) => setTimeout(resolve, tookMs))
    }
    isRunning = false
  }

  return () => {
    asked += 1
    if (!isRunning) void run()
  }
}
