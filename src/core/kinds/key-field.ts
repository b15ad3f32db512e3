/** Returns the field with a reference's local key: `property_key`, but `of_client_key` for `client`, as `client_key` is the create's operation id. */
export function keyField(field: string): string {
  return field === 'client' ? 'of_client_key' : `${field}_key`
}
