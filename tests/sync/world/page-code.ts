/* What a page of a simulated device loads; each page has a copy of its own (`page-modules.ts`). */

export * as deviceWriter from '#storage/device-writer.ts'
export { openDeviceWith } from '#storage/open-device-with.ts'
export { webSenderLock } from '#storage/sender-lock.ts'
export { freezePage, returnPage } from '#storage/page-freeze.ts'
