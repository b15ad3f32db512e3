/** The field of a row with the local key of a reference. `client_key` is taken: the create's operation id on the wire. */
export function keyField(field: string): string {
  return field === 'client' ? 'of_client_key' : `${field}_key`
}
