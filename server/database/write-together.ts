import type { Writable } from 'node:stream'

/** Lets a stream send what is written to it in one turn of the event loop in one piece. */
export function writeTogether<Stream extends Writable>(stream: Stream): Stream {
  const write = stream.write.bind(stream) as (...chunk: unknown[]) => boolean
  let holdsBack = false
  stream.write = ((...chunk: unknown[]) => {
    if (!holdsBack) {
      holdsBack = true
      stream.cork()
      process.nextTick(() => {
        holdsBack = false
        stream.uncork()
      })
    }
    return write(...chunk)
  }) as Stream['write']
  return stream
}
