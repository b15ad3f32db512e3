type ContactInText = {
  first_name: string
  last_name: string
  email: string
  phone_number: string
  notes: string
}

const emailPattern = /\w[\w.'&+-]*@[\w-]+(?:\.[\w-]+)+/
const phonePattern = /\+?\(?\d[\d ().-]{5,}\d/
const namePattern = /^\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’.-]*){1,3}$/u

/** Finds contact details in a text. `notes` is the whole text, or '' if it contains nothing but these details. */
export function contactInText(text: string): ContactInText {
  const lines = text.split('\n').map((line) => line.trim())
  const email = emailPattern.exec(text)?.[0] ?? ''
  const phone_number = phonePattern.exec(text.replaceAll(/https?:\/\/\S+/gi, ' ').replace(email, ''))?.[0].trim() ?? ''
  const name = lines.find((line) => namePattern.test(line)) ?? ''
  const [first_name = '', ...others] = name.split(' ')
  const rest = [email, phone_number, name].reduce((remaining, detail) => remaining.replace(detail, ''), text)
  const notes = /[\p{L}\d]/u.test(rest) ? text : ''
  return { first_name, last_name: others.join(' '), email, phone_number, notes }
}
