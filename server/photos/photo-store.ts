import { randomBytes } from 'node:crypto'
import { photoWidths } from '#core/contract/record-constants.ts'

export type PhotoWidth = (typeof photoWidths)[number]

export type PhotoCopies = { width: PhotoWidth; bytes: Uint8Array }[]

/** Stores photo files. A photo's name is its only protection, so names are unguessable and never reused. */
export type PhotoStore = {
  /** Resolves when all copies would survive a power cut. */
  put(name: string, copies: PhotoCopies): Promise<void>
  get(name: string, width: PhotoWidth): Promise<Uint8Array | null>
  delete(name: string): Promise<void>
  /** Returns the names of the photos that were stored before `moment`. */
  namesStoredBefore(moment: Date): Promise<string[]>
  /** Identifies the database to which the photos belong; null if not set. */
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

export function photoAddress(name: string, width: PhotoWidth = 1920): string {
  return `/photos/${name}/${width}`
}
