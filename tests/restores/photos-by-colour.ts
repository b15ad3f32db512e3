import sharp from 'sharp'

/** Far enough apart to be distinguished after scaling and compression. */
const levels = [20, 130, 240]
const colours = Object.fromEntries(
  levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => [`${r}/${g}/${b}`, [r, g, b]] as const))),
)

export type Colour = string

export const allColours: readonly Colour[] = Object.keys(colours)

export async function photoIn(colour: Colour): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const [r = 0, g = 0, b = 0] = colours[colour] ?? []
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer()
  return { name: 'house.jpg', mimeType: 'image/jpeg', buffer }
}

export async function colourOf(photo: Buffer): Promise<Colour> {
  const { channels } = await sharp(photo).stats()
  const distance = (colour: Colour) =>
    (colours[colour] ?? []).reduce((sum, value, channel) => sum + Math.abs(value - (channels[channel]?.mean ?? 0)), 0)
  return allColours.toSorted((one, other) => distance(one) - distance(other))[0] ?? ''
}
