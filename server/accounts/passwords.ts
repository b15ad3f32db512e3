import { hash, verify } from '@node-rs/argon2'

/** OWASP's smallest argon2id setting: 19 MiB, two rounds, one lane; about 10 ms. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Takes the same time when the name does not exist, so that the time does not reveal names. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash()), password)
  return matches && passwordHash !== undefined
}

let nobodys: Promise<string> | undefined

function nobodysHash(): Promise<string> {
  return (nobodys ??= hashPassword('nobody has this password'))
}
