/** Addresses as API and window write them. */
import { addressInLine, houseNumberIn, type JobAddress } from '../../registry/addresses/addresses.ts'
import type { AddressInput, PostalAddressInput } from './common-schema.ts'

/** A text was found to be an address when it was parsed. Letter and addition by themselves go before those in the number. */
export const addressFromWire = (address: AddressInput | PostalAddressInput): JobAddress => {
  if (typeof address === 'string') return addressInLine(address) ?? {}
  const { house_number: number } = address
  const { houseNumber, houseLetter, houseNumberAddition } =
    typeof number === 'string' ? (houseNumberIn(number) ?? {}) : { houseNumber: number }
  return {
    bagId: address.bag_id,
    street: address.street,
    houseNumber,
    houseLetter: address.house_letter ?? houseLetter,
    houseNumberAddition: address.house_number_addition ?? houseNumberAddition,
    postcode: address.postcode,
    city: address.city,
  }
}
