import { mayBeSameAddress } from '#core/domain/addresses/address-key.ts'
import { usAddress, type HomeAddress } from '#core/domain/addresses/us-address.ts'

/**
 * True for two spellings of one home: "100 North Main Street, Apartment 4" and "100 N MAIN ST #4". A direction or a suffix that one of
 * them leaves out is no difference; a unit is, because each door of a building is a home of its own. Two addresses that
 * are no house number and street, such as "Lot 5, Elm St", are the same when they are written alike.
 */
export function isSameHome(first: HomeAddress, second: HomeAddress): boolean {
  return isSameDoor(withDoor(first), withDoor(second))
}

/** "12A Elm St" has its door in a field of its own, as "12 Elm St Unit A" could have. */
function withDoor(home: HomeAddress): HomeAddress {
  const [, number, letter, street] = /^\s*(\d+)-?([A-Z])(\s+\S.*)$/is.exec(home.address) ?? []
  const house = { ...home, address: `${number}${street}` }
  return letter === undefined || (home.unit ?? '') !== '' || usAddress(house)?.unit !== ''
    ? home
    : { ...house, unit: letter }
}

function isSameDoor(one: HomeAddress, other: HomeAddress): boolean {
  const [first, second] = [usAddress(one), usAddress(other)]
  if (first === null || second === null) return first === second && isWrittenAlike(one, other)
  return first.unit === second.unit && mayBeSameAddress(one, other)
}

function isWrittenAlike(one: HomeAddress, other: HomeAddress): boolean {
  const plain = ({ address, zip_code }: HomeAddress) =>
    `${address} ${(zip_code ?? '').trim().slice(0, 5)}`
      .toUpperCase()
      .replaceAll(/[^\p{L}\d]+/gu, ' ')
      .trim()
  return plain(one) === plain(other)
}
