/** A number as people in the United States write it; NaN where a comma does not part thousands, because "250,50" may mean two things. */
export function typedNumber(text: string): number {
  const typed = text.replaceAll(/[$\s]/g, '')
  return /^(-?\d+|-?\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(typed) ? Number(typed.replaceAll(',', '')) : Number.NaN
}
