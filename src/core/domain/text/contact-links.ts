/** What a telephone can dial, or null when there is nothing to dial in it. */
export function telephoneLink(phoneNumber: string): string | null {
  const number = phoneNumber.trim()
  const { main, extension } = numberAndExtension(number)
  const digits = digitsOf(main)
  // "Ask for 503" is no number; "1-800-FLOWERS" and "555 0118, office" are.
  if (digits.length < (/\p{L}/u.test(main) ? 4 : 3)) return null
  const dialled = main.startsWith('+') ? `+${digits}` : digits
  return extension === '' ? `tel:${dialled}` : `tel:${dialled};ext=${extension}`
}

/** A number and what is dialed behind it: "503-555-0103 ext. 22", "…x22", "…;ext=22" and, with a pause, "…,,22". */
export function numberAndExtension(text: string): { main: string; extension: string } {
  const [behind = '', extension = ''] = extensionAtEnd.exec(text.slice(-longestExtension)) ?? []
  const main = text.slice(0, text.length - behind.length).trim()
  return digitsOf(main).length < fewestDigits ? { main: text, extension: '' } : { main, extension }
}

const extensionAtEnd = /(?:[;,]?\s*ext(?:ension|n)?\b[.:=]?|x\.?|#|,+|;)\s*(\d{1,6})\b\D*$/i
const longestExtension = 60
const fewestDigits = 7

/** Whether there is a number that a telephone can dial. */
export function canBeCalled({ phone_number = '' }: { phone_number?: string | undefined }): boolean {
  return telephoneLink(phone_number) !== null
}

/** Opens the messages of the device, with this text if there is one, for whoever is called at a `tel:` link. */
function textLink(dial: string, text = ''): string {
  const number = dial.replace('tel:', 'sms:')
  return text === '' ? number : `${number}?body=${encodeURIComponent(text)}`
}

/** Opens the device's mail program, with a mail that is written already if there is one. */
export function mailLink(email: string, subject = '', text = ''): string {
  const address = `mailto:${encodeURIComponent(email.trim()).replaceAll('%40', '@')}`
  return text === '' ? address : `${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
}

/** Opens a call, a text or an email with these words; null where there is nothing to dial or to write to. */
export function contactLink(
  by: 'Call' | 'Text' | 'Email',
  { email, phone_number = '' }: { email: string; phone_number?: string | undefined },
  words?: string,
  subject?: string,
): string | null {
  if (by === 'Email') return email.trim() === '' ? null : mailLink(email, subject, words)
  const dial = telephoneLink(phone_number)
  return dial === null || by === 'Call' ? dial : textLink(dial, words)
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
