/* What a page of a simulated device loads; each page has a copy of its own (`page-modules.ts`). */

export * as deviceWriter from '#storage/device/device-writer.ts'
export { openDeviceWith } from '#storage/opening/open-device-with.ts'
export { webSenderLock } from '#storage/device/sender-lock.ts'
export { freezePage, returnPage } from '#storage/database/page-freeze.ts'
