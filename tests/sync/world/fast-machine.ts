import { createHash } from 'node:crypto'

/*
 * Removes waiting from histories; load this before Dexie. fake-indexeddb puts every request on the event loop, which costs more
 * than the request. Here a request runs once all promises have run, so transactions still end as in a browser, and storage is
 * idle before the virtual clock moves.
 */

const tasks: (() => void)[] = []
let next = 0
let isRunning = false

function runNext(): void {
  const task = tasks[next]
  next += 1
  if (next > 1_000) {
    tasks.splice(0, next)
    next = 0
  }
  task?.()
  if (next < tasks.length) afterEverything(runNext)
  else isRunning = false
}

/** Resolves a promise first, so that the promise queue is empty when the callback runs. */
function afterEverything(callback: () => void): void {
  void Promise.resolve().then(() => process.nextTick(callback))
}

function queueTask(task: () => void): void {
  tasks.push(task)
  if (isRunning) return
  isRunning = true
  afterEverything(runNext)
}

/** Stores copy what they read and write; Node 20 makes a copy by posting it through a message channel. */
function copyOf<Value>(value: Value): Value {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'function' || typeof value === 'symbol') return structuredCopy(value)
    return value
  }
  if (Array.isArray(value)) return value.map(copyOf) as Value
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredCopy(value)
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, copyOf(inside)])) as Value
}
const structuredCopy = globalThis.structuredClone

async function digest(_: string, bytes: Uint8Array): Promise<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer
}

/** Loaded once in a process of its own, so nothing is restored. */
export function makeMachineFast(): void {
  // The virtual clock uses Node's own `setImmediate` from `node:timers`.
  globalThis.setImmediate = queueTask as unknown as typeof setImmediate
  globalThis.structuredClone = copyOf
  Object.defineProperty(globalThis.crypto.subtle, 'digest', { value: digest, configurable: true })
  // Messages between tabs are only hints (fault B16); here all of them are lost.
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  // Dexie logs every upgrade; here there are thousands.
  console.warn = () => {}
}

makeMachineFast()
