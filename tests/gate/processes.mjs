import { spawn } from 'node:child_process'

/**
 * Runs a command to its end, or to `limitMs`, with what it started: a server or browser that a failed test left behind is
 * ended as well. Gives the exit status (null when it was ended) and everything it printed.
 */
export function runProcess([program, ...words], { environment, limitMs }) {
  const output = []
  // A group of its own, so that the whole of it can be ended.
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
    // Nothing of it is left.
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const pid of groups) endGroup(pid)
    process.exit(1)
  })
}
