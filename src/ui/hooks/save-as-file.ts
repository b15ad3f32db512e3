/** Hands the bytes to the browser as a download. */
export function saveAsFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The download has its own hold on the bytes once the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
