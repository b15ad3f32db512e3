import sharp from 'sharp'

type PhotoWishes = { width?: number; height?: number; colour?: string }

export function aPhoto({ width = 640, height = 480, colour = '#6b8e9f' }: PhotoWishes = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
}

/** A JPEG with camera, artist and location in its metadata. */
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

/** A photo of exactly this many bytes, because any bytes may follow a JPEG. */
export async function aPhotoOfSize(byteCount: number): Promise<Buffer> {
  return Buffer.concat([await aPhoto()], byteCount)
}

/** A gray progressive JPEG whose scans are empty but for the first: each costs a few bytes, but a decoder visits all blocks. */
export function aJpegWithScans(side: number, scans: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2
  const segment = (marker: number, data: number[]) => [
    0xff,
    marker,
    (data.length + 2) >> 8,
    (data.length + 2) & 255,
    ...data,
  ]
  const scan = (from: number, to: number) => segment(0xda, [1, 1, 0, from, to, 0])
  const quantization = segment(0xdb, [0, ...Array<number>(64).fill(16)])
  const frame = segment(0xc2, [8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0])
  // One 1-bit code, "no difference", for the first coefficients; 4-bit codes, "this many blocks are empty", for the others.
  const [first, others] = [segment(0xc4, [0x00, 1, ...Array<number>(15).fill(0), 0]), segment(0xc4, othersTable())]
  const empty = [...scan(1, 63), ...emptyBlocks(blocks)]
  const start = [0xff, 0xd8, ...quantization, ...frame, ...first, ...others, ...scan(0, 0)]
  const gray = Array<number>(Math.ceil(blocks / 8)).fill(0)
  const rest = Array.from({ length: scans - 1 }, () => empty).flat()
  return Buffer.from([...start, ...gray, ...rest, 0xff, 0xd9])
}

function othersTable(): number[] {
  const symbols = Array.from({ length: 15 }, (_, index) => index << 4)
  return [0x10, 0, 0, 0, symbols.length, ...Array<number>(12).fill(0), ...symbols]
}

/** Encodes runs of empty blocks: the power of two in four bits, then the remainder. */
function emptyBlocks(blocks: number): number[] {
  let bits = ''
  for (let left = blocks; left > 0;) {
    const run = Math.min(left, 32_767)
    const power = Math.floor(Math.log2(run))
    bits +=
      power.toString(2).padStart(4, '0') + (power === 0 ? '' : (run - 2 ** power).toString(2).padStart(power, '0'))
    left -= run
  }
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []
  return bytes.map((byte) => Number.parseInt(byte, 2)).flatMap((byte) => (byte === 255 ? [255, 0] : [byte]))
}
