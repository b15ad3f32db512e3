/**
 * Returns the name of a row's field with the local key of a reference: `property_key` for `property`. For `client` it is `of_client_key`,
 * because the field `client_key` has the id of the operation that created the record.
 */
export function keyField(field: string): string {
  return field === 'client' ? 'of_client_key' : `${field}_key`
}
