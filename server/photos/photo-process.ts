import type { PhotoAnswer } from './photo-decoder.ts'
import { processPhoto } from './process-photo.ts'

// This file is the start of a process, which `photo-decoder.ts` kills when a photo takes too long.
process.on('message', (bytes: Uint8Array) => {
  void processPhoto(bytes).then((photo) => process.send?.((photo ?? 'no image') satisfies PhotoAnswer))
})

// The server ends this process, also when a signal comes to both.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

// An ordinary exit would wait for the photo that is being decoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
