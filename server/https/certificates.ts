import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { WrongSetting, type Config } from '#server/config.ts'

/** PEM; `cert` includes the chain. */
export type KeyAndCertificate = { key: Buffer; cert: Buffer }

/** Returns the current certificate. Called repeatedly, because certificates expire and are replaced. */
export type Certificates = () => Promise<KeyAndCertificate>

/** Returns a function that reads the files of TLS_CERT and TLS_KEY. It throws `WrongSetting` if they do not match. */
export function configuredCertificates({ certFile, keyFile }: NonNullable<Config['tls']>): Certificates {
  return async () => {
    const pair = { cert: await readSettingFile('TLS_CERT', certFile), key: await readSettingFile('TLS_KEY', keyFile) }
    try {
      createSecureContext(pair)
    } catch (error) {
      const reason = error instanceof Error && 'reason' in error ? ` (${String(error.reason)})` : ''
      throw new WrongSetting(`TLS_CERT and TLS_KEY are not a certificate and its private key${reason}.`)
    }
    return pair
  }
}

async function readSettingFile(name: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch {
    throw new WrongSetting(`${name} names ${file}, which cannot be read.`)
  }
}
