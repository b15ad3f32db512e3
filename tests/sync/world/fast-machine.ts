import { createHash } from 'node:crypto'

/*
 * The machine under the histories, without the waiting: load this before Dexie. fake-indexeddb hands every request to the
 * event loop, which costs more than the request; here it goes on when every promise that can has gone on, so transactions
 * still end as they do in a browser, and all of storage has come to rest before the virtual clock moves.
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

/** A promise's turn first, so that the queue of promises is empty when the callback runs. */
function afterEverything(callback: () => void): void {
  void Promise.resolve().then(() => process.nextTick(callback))
}

function queueTask(task: () => void): void {
  tasks.push(task)
  if (isRunning) return
  isRunning = true
  afterEverything(runNext)
}

/** What a store keeps and gives are copies; Node 20 makes one by posting it through a message channel. */
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

/** Loaded once in a process of its own; nothing of it is taken back. */
export function makeMachineFast(): void {
  // The virtual clock takes Node's own from `node:timers`.
  globalThis.setImmediate = queueTask as unknown as typeof setImmediate
  globalThis.structuredClone = copyOf
  Object.defineProperty(globalThis.crypto.subtle, 'digest', { value: digest, configurable: true })
  // Messages between tabs are hints (fault B16); here they all get lost.
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  // Dexie tells of every upgrade; here there are thousands.
  console.warn = () => {}
}

makeMachineFast()
