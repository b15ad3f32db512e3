/**
 * The field of a row that has the key of the record that `field` refers to. `client_key` is taken: the wire has it for the
 * operation that made a record.
 */
export function keyField(field: string): string {
  return field === 'client' ? 'of_client_key' : `${field}_key`
}
