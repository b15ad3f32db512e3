import type { PhotoAnswer } from './photo-decoder.ts'
import { processPhoto } from './process-photo.ts'

// Entry point of the child process that decodes photos; `photo-decoder.ts` kills it when a photo takes too long.
process.on('message', (bytes: Uint8Array) => {
  void processPhoto(bytes).then((photo) => process.send?.((photo ?? 'no image') satisfies PhotoAnswer))
})

// Signals are ignored: Ctrl-C reaches this process too, but only the server ends it, by disconnecting.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

// A normal exit would wait for the current photo.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
