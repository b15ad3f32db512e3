/** How a tour is named in addresses: by the server's id once there is one. */
export function tourAddress({ id, key }: { id?: number; key: string }): string {
  return String(id ?? key)
}
