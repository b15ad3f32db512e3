import sharp from 'sharp'

type PhotoWishes = { width?: number; height?: number; colour?: string }

/** A JPEG as a phone takes it, one colour all over. */
export function aPhoto({ width = 640, height = 480, colour = '#6b8e9f' }: PhotoWishes = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
}

/** A JPEG that tells who took it, with what, and where on earth. */
export function aPhotoWithLocation(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 600, channels: 3, background: '#6b8e9f' } })
    .withExif({
      IFD0: { Make: 'Fanlight Camera', Artist: 'A. Gent' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '38/1 34/1 53/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '121/1 29/1 40/1',
      },
    })
    .jpeg()
    .toBuffer()
}

/** A photo of exactly this many bytes: a JPEG may be followed by anything. */
export async function aPhotoOfSize(byteCount: number): Promise<Buffer> {
  return Buffer.concat([await aPhoto()], byteCount)
}
