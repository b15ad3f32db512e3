import { propertyIdentity } from '#core/domain/property-identity.ts'

/** The same for one home, however its unit and its ZIP are written: "Apt 2", "#2" and ", Unit 2" are one. */
export function homeName({ address, city, zip_code }: { address: string; city: string; zip_code: string }): string {
  const unit = /,?\s*(?:#|\b(?:unit|apt|apartment|suite|ste)\b\.?)\s*#?\s*([\w-]+)$/i
  return propertyIdentity({ address: address.replace(unit, ' # $1'), city, zip_code: zip_code.slice(0, 5) })
}
