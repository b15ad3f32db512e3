/** A text with one kind of line break: a form sends others than JSON, and both are the same text (fault G12). */
export function withPlainBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
