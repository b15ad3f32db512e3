import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './database-worker.ts'
import { concatBytes } from './concat-bytes.ts'

type EmbeddedDatabase = {
  /** Opens the connection that `pg` uses to reach the worker. Only one may be open at a time. */
  openStream: () => Duplex
  /** Copies a consistent snapshot; queries wait until it is done. */
  copyTo: (target: string) => Promise<void>
  close: () => Promise<void>
}

/** Runs PostgreSQL in a worker thread, so that queries do not block the server. After a call of `onFailure`, no writes are possible. */
export async function startEmbeddedDatabase(
  workerFile: URL,
  folder: string,
  onFailure: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const worker = new Worker(workerFile, { workerData: { folder } })
  await untilReady(worker)

  let closing = false
  let failed = false
  const fail = (error: Error): void => {
    if (failed || closing) return
    failed = true
    onFailure(error)
  }
  worker.on('error', fail)
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      fail(new Error('The embedded database ended unexpectedly.'))
      resolve()
    })
  })

  return {
    openStream: () => new WorkerStream(worker),
    copyTo: (target) => copyDatabase(worker, target),
    async close() {
      closing = true
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('close' satisfies ToWorker)
      await ended
    },
  }
}

function copyDatabase(worker: Worker, target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: FromWorker): void => {
      if (typeof message === 'string' || message instanceof Uint8Array || message.copied !== target) return
      worker.off('message', onMessage)
      if (message.error === null) resolve()
      else
        reject(Object.assign(new Error(`The database could not be copied: ${message.error}`), { code: message.code }))
    }
    worker.on('message', onMessage)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ copyTo: target } satisfies ToWorker)
  })
}

function untilReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('The embedded database ended while it was starting.'))
    worker.once('error', reject)
    worker.once('exit', onExit)
    worker.once('message', () => {
      worker.off('error', reject).off('exit', onExit)
      resolve()
    })
  })
}

/** First byte of the message that ends a connection. */
const terminate = 'X'.charCodeAt(0)

/** The socket of `pg`. Sends pending chunks as one message, because waking the thread is expensive. */
class WorkerStream extends Duplex {
  readonly #worker: Worker
  readonly #receive = (message: FromWorker): void => {
    if (message instanceof Uint8Array) this.push(message)
  }

  constructor(worker: Worker) {
    super()
    this.#worker = worker
  }

  connect(): void {
    this.#worker.on('message', this.#receive)
    process.nextTick(() => this.emit('connect'))
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#post([chunk])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#post(chunks.map(({ chunk }) => chunk))
    done()
  }

  override _final(done: () => void): void {
    this.#worker.off('message', this.#receive)
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker.off('message', this.#receive)
    done(error)
  }

  // Required by `pg`; a thread does not need them.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  #post(chunks: readonly Buffer[]): void {
    // All connections share the worker's only session, so closing one must not end it.
    const messages = chunks.filter((chunk) => chunk[0] !== terminate)
    if (messages.length === 0) return
    // A copy, because Node's buffers may be slices of a shared pool, which must not be transferred.
    const bytes = concatBytes(messages)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(bytes satisfies ToWorker, [bytes.buffer])
  }
}
