let waiting: File | null = null

/** Gives a file to the page that is opened next; it is read there, and lost with a reload. */
export function passFileOn(file: File): void {
  waiting = file
}

export function takeIncomingFile(): File | null {
  const file = waiting
  waiting = null
  return file
}
