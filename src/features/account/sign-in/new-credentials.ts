import type { Credentials } from '#core/contract/account.ts'

/** In memory alone: the browser writes what stands in its history to the disk, and a password must not be there. */
let registered: Credentials | null = null

/** Hands a new agent's credentials to the login form, where pressing Login is then enough. */
export function keepForLogin(credentials: Credentials): void {
  registered = credentials
}

export function passwordForLogin(username: string | undefined): string | undefined {
  return registered !== null && registered.username === username ? registered.password : undefined
}

export function forgetForLogin(): void {
  registered = null
}
