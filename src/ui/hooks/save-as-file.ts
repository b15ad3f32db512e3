export function saveAsFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download needs the URL only until the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
