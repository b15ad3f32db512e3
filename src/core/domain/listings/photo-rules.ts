import { largestPhotoBytes } from '#core/contract/listing-image.ts'

/** Messages about files that cannot be used as photos, as the specification words them. */
export const photoRefusals = {
  tooLarge: 'File size must be less than 5MB',
  notAnImage: 'Please upload an image file',
} as const

export type PhotoRefusal = (typeof photoRefusals)[keyof typeof photoRefusals]

/** Why a picked file cannot be a photo, or null. Some systems give HEIC photos no type, so a file without a type is accepted. */
export function refusePickedFile(file: { size: number; type: string }): PhotoRefusal | null {
  if (file.size > largestPhotoBytes) return photoRefusals.tooLarge
  if (file.type !== '' && !file.type.startsWith('image/')) return photoRefusals.notAnImage
  return null
}

/** In pixels; slightly more than the widest copy that the server stores. */
const longestPhotoEdge = 2560

/** Returns the size to which a photo is reduced so that neither edge is longer than `longestPhotoEdge`. Smaller photos stay as they are. */
export function fitPhoto(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestPhotoEdge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export function fileSizeText(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1000))} kB`
}
