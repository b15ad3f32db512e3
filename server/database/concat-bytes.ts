/** Returns the pieces as one array. Its memory is a new copy, so it can be transferred to another thread. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let filled = 0
  for (const piece of pieces) {
    whole.set(piece, filled)
    filled += piece.length
  }
  return whole
}
