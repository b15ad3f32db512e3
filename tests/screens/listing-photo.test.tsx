import { expect, test, vi } from 'vitest'
import { render } from '#tests/support/render.tsx'
import { page } from 'vitest/browser'
import { ListingPhoto } from '#features/listings/list/listing-photo.tsx'
import { DeviceProvider } from '#storage/device/device-context.tsx'
import { freezePage, returnPage } from '#storage/database/page-freeze.ts'
import { anAgentAtWork } from '#tests/support/workspace-screens.tsx'

test('A24: a local photo whose reading was interrupted by a freeze is shown when the page returns', async () => {
  const { device } = await anAgentAtWork()
  const file = await device.saveFile(await drawnPhoto(), { fileName: 'front.jpg', mediaType: 'image/jpeg' })
  const reading = vi.spyOn(device.database.blobs, 'where')
  const letRead = await lockPhotosInAnotherPage(device.database.name)
  await render(
    <DeviceProvider device={device}>
      <ListingPhoto photo={{ image: '', image_file: file }} address="9 Elm St" />
    </DeviceProvider>,
  )
  await vi.waitUntil(() => reading.mock.calls.length > 0)
  freezePage()
  letRead()
  returnPage()
  await expect.element(page.getByRole('img', { name: 'Photo of 9 Elm St' })).toBeVisible()
})

async function drawnPhoto(): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.getContext('2d')
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/jpeg'))
}

/** Blocks reading the bytes of photos until the returned function is called. */
async function lockPhotosInAnotherPage(databaseName: string): Promise<() => void> {
  const database = await answer(indexedDB.open(databaseName))
  const blobs = database.transaction('blobs', 'readwrite').objectStore('blobs')
  await answer(blobs.count())
  let isLocked = true
  const goOn = () => {
    if (isLocked) blobs.count().addEventListener('success', goOn)
  }
  goOn()
  return () => {
    isLocked = false
    database.close()
  }
}

function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as DOMException))
  })
}
