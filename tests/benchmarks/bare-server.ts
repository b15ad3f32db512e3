import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export async function startBareServer(databaseUrl: string, username: string) {
  const file = path.join(import.meta.dirname, 'bare-server.mjs')
  const child = spawn(process.execPath, [file, databaseUrl, username], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    origin: `http://127.0.0.1:${printed.toString().trim()}`,
    async close() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
