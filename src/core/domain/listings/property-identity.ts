/** What makes two entries of the catalogue the same property: street, city and ZIP, whatever their case and spacing (reading R14). */
export function propertyIdentity(property: { address: string; city: string; zip_code: string }): string {
  return [property.address, property.city, property.zip_code].map(plainWords).join(' | ')
}

function plainWords(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toUpperCase()
}
