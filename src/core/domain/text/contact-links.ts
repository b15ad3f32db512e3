/** A `tel:` link; null if there is no number to dial. */
export function telephoneLink(phoneNumber: string): string | null {
  const number = phoneNumber.trim()
  const { main, extension } = numberAndExtension(number)
  const digits = digitsOf(main)
  // "Ask for 503" is no number; "1-800-FLOWERS" and "555 0118, office" are.
  if (digits.length < (/\p{L}/u.test(main) ? 4 : 3)) return null
  const dialled = main.startsWith('+') ? `+${digits}` : digits
  return extension === '' ? `tel:${dialled}` : `tel:${dialled};ext=${extension}`
}

/** Splits off an extension: "503-555-0103 ext. 22", "…x22", "…;ext=22" and, with a pause, "…,,22". */
export function numberAndExtension(text: string): { main: string; extension: string } {
  const [suffix = '', extension = ''] = extensionAtEnd.exec(text.slice(-longestExtension)) ?? []
  const main = text.slice(0, text.length - suffix.length).trim()
  return digitsOf(main).length < fewestDigits ? { main: text, extension: '' } : { main, extension }
}

const extensionAtEnd = /(?:[;,]?\s*ext(?:ension|n)?\b[.:=]?|x\.?|#|,+|;)\s*(\d{1,6})\b\D*$/i
const longestExtension = 60
const fewestDigits = 7

export function canBeCalled({ phone_number = '' }: { phone_number?: string | undefined }): boolean {
  return telephoneLink(phone_number) !== null
}

function textLink(dial: string, text = ''): string {
  const number = dial.replace('tel:', 'sms:')
  return text === '' ? number : `${number}?body=${encodeURIComponent(text)}`
}

export function mailLink(email: string, subject = '', text = ''): string {
  const address = `mailto:${encodeURIComponent(email.trim()).replaceAll('%40', '@')}`
  return text === '' ? address : `${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
}

/** A `tel:`, `sms:` or `mailto:` link; null without a number or an email. */
export function contactLink(
  by: 'Call' | 'Text' | 'Email',
  { email, phone_number = '' }: { email: string; phone_number?: string | undefined },
  text?: string,
  subject?: string,
): string | null {
  if (by === 'Email') return email.trim() === '' ? null : mailLink(email, subject, text)
  const dial = telephoneLink(phone_number)
  return dial === null || by === 'Call' ? dial : textLink(dial, text)
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
