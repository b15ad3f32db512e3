/* The modules of a page on a simulated device; each page loads its own copy (`page-modules.ts`). */

export * as deviceWriter from '#storage/device/device-writer.ts'
export { openDeviceWith } from '#storage/opening/open-device-with.ts'
export { webSenderLock } from '#storage/device/sender-lock.ts'
export { freezePage, returnPage } from '#storage/database/page-freeze.ts'
