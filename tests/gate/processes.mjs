import { spawn } from 'node:child_process'

/**
 * Runs a command and ends all it started, such as a failed test's server. Returns `{ status, output }`; at `limitMs`, status
 * null.
 */
export function runProcess([program, ...words], { environment, limitMs }) {
  const output = []
  // A process group, so that all of it can be ended.
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env: environment, detached: true })
  groups.add(child.pid)
  child.stdout.on('data', (piece) => output.push(piece))
  child.stderr.on('data', (piece) => output.push(piece))
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      output.push(Buffer.from(`\nEnded after ${limitMs / 1000} s.\n`))
      endGroup(child.pid)
    }, limitMs)
    const end = (status) => {
      clearTimeout(timer)
      endGroup(child.pid)
      groups.delete(child.pid)
      resolve({ status, output: Buffer.concat(output) })
    }
    child.on('error', (error) => {
      output.push(Buffer.from(String(error)))
      end(null)
    })
    // Not `close`: a process left behind holds the pipes open.
    child.on('exit', (status) => setImmediate(end, status))
  })
}

const groups = new Set()

function endGroup(pid) {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const pid of groups) endGroup(pid)
    process.exit(1)
  })
}
