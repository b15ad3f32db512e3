import type { EnginePage } from './engine-page.ts'
import { until } from './until.ts'

/**
 * Catches the next download inside the page, because engines save files in different ways. Call it before the press;
 * the returned function resolves to the bytes of the file.
 */
export async function catchDownload(page: EnginePage): Promise<() => Promise<Buffer>> {
  await page.run(`
    window.caught = null
    const create = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) window.caught = blob
      return create(blob)
    }
    HTMLAnchorElement.prototype.click = function () {
      if (!this.hasAttribute('download')) this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }`)
  return async () => {
    const text = await until('a file to download', () =>
      page.run(`
        if (window.caught === null) return null
        const bytes = new Uint8Array(await window.caught.arrayBuffer())
        let text = ''
        for (const byte of bytes) text += String.fromCharCode(byte)
        return btoa(text)`),
    )
    return Buffer.from(String(text), 'base64')
  }
}

export async function fetchFile(page: EnginePage, path: string): Promise<Buffer> {
  const text = await page.run(`
    const answer = await fetch(${JSON.stringify(path)})
    if (!answer.ok) throw new Error(String(answer.status))
    let text = ''
    for (const byte of new Uint8Array(await answer.arrayBuffer())) text += String.fromCharCode(byte)
    return btoa(text)`)
  return Buffer.from(String(text), 'base64')
}
