import { mailLink } from './client-rules.ts'

/** Opens the messages of the device, with this text if there is one, for whoever is called at a `tel:` link. */
export function textLink(dial: string, text = ''): string {
  const number = dial.replace('tel:', 'sms:')
  return text === '' ? number : `${number}?body=${encodeURIComponent(text)}`
}

/** Opens the device's mail program with a mail that is written already. */
export function mailTo(email: string, subject: string, text: string): string {
  return `${mailLink(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
}
