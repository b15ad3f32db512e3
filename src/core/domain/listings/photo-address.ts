import { photoWidths } from '#core/contract/photo-widths.ts'

type PhotoSource = { src: string; srcSet?: string }

/** Our server keeps each photo in three widths, `/photos/{name}/{width}`; any other address is used as it is. */
export function photoSource(address: string): PhotoSource {
  const base = /^(.*\/photos\/[0-9a-f]{32})\/\d+$/.exec(address)?.[1]
  if (base === undefined) return { src: address }
  return { src: address, srcSet: photoWidths.map((width) => `${base}/${width} ${width}w`).join(', ') }
}
