import { onTestFinished } from 'vitest'

/** Collects the files that the page downloads, until the test ends. */
export function downloads(): Blob[] {
  const files: Blob[] = []
  const original = URL.createObjectURL.bind(URL)
  const swallow = (event: Event) => (event.target as Element).closest('a[download]') && event.preventDefault()
  URL.createObjectURL = (content: Blob) => {
    files.push(content)
    return original(content)
  }
  window.addEventListener('click', swallow, true)
  onTestFinished(() => {
    URL.createObjectURL = original
    window.removeEventListener('click', swallow, true)
  })
  return files
}
