import type { Page } from '@playwright/test'

/** Submits a form as a navigation, as the system does when another app shares. */
export async function share(
  page: Page,
  fields: Record<string, string>,
  file?: { name: string; type: string; base64: string },
): Promise<void> {
  await page.evaluate(
    ({ fields, file }) => {
      const form = Object.assign(document.createElement('form'), { action: '/share-target', method: 'post' })
      form.enctype = 'multipart/form-data'
      for (const [name, value] of Object.entries(fields)) {
        form.append(Object.assign(document.createElement('textarea'), { name, value }))
      }
      if (file !== undefined) {
        const transfer = new DataTransfer()
        const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], file.name, { type: file.type }))
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
        input.files = transfer.files
        form.append(input)
      }
      document.body.append(form)
      form.submit()
    },
    { fields, file },
  )
  await page.waitForURL((url) => url.pathname !== '/share-target')
}
