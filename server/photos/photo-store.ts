import { randomBytes } from 'node:crypto'
import { photoWidths } from '#core/contract/record-constants.ts'

export type PhotoWidth = (typeof photoWidths)[number]

/** The copies of one photo, ready to keep. */
export type PhotoCopies = { width: PhotoWidth; bytes: Uint8Array }[]

/** Where the bytes of photos live. A photo's name is its only protection, so it is never guessable and never reused. */
export type PhotoStore = {
  /** Done only when every copy would survive a power cut. */
  put(name: string, copies: PhotoCopies): Promise<void>
  get(name: string, width: PhotoWidth): Promise<Uint8Array | null>
  /** Removes every copy; safe to repeat. */
  delete(name: string): Promise<void>
  /** Names of the photos that were put before this moment. */
  namesBefore(moment: Date): Promise<string[]>
  /** The mark of the database that the photos belong to; null before there is one. */
  owner(): Promise<string | null>
  setOwner(owner: string): Promise<void>
}

export const photoMediaType = 'image/webp'

/** 128 random bits as 32 hexadecimal digits. */
export function newPhotoName(): string {
  return randomBytes(16).toString('hex')
}

export function isPhotoName(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** Where the page finds a photo; the widest copy unless another is asked for. */
export function photoAddress(name: string, width: PhotoWidth = 1920): string {
  return `/photos/${name}/${width}`
}
