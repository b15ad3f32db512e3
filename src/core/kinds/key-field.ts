/**
 * Returns the name of the field in a row that has the local key of a reference: `property_key` for `property`. A client's is not
 * `client_key`, which is the operation id of the create on the wire.
 */
export function keyField(field: string): string {
  return field === 'client' ? 'of_client_key' : `${field}_key`
}
