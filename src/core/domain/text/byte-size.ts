/** "0 KB", "840 KB", "12.4 MB", "1.2 GB". */
export function byteSizeInWords(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
