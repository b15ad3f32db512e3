/**
 * The field of a row with the local key of the record that `field` refers to. `client_key` is taken: on the wire, it is the
 * operation id of the create.
 */
export function keyField(field: string): string {
  return field === 'client' ? 'of_client_key' : `${field}_key`
}
