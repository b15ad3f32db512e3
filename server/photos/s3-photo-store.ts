import { AwsClient } from 'aws4fetch'
import { photoWidths } from '#core/contract/record-constants.ts'
import { isPhotoName, photoMediaType, type PhotoStore, type PhotoWidth } from './photo-store.ts'

/** `endpoint` includes the bucket: `https://host/bucket` or `https://bucket.host`. */
type S3Settings = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }

const folder = 'photos/'
/** The object that identifies the database to which the photos belong. */
const ownerKey = `${folder}owner`
const timeoutMs = 20_000

/** Photos in an S3-compatible store: `photos/{name}-{width}.webp`. */
export function createS3PhotoStore({ endpoint, ...credentials }: S3Settings): PhotoStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries: 2 })

  /** Returns the answer's bytes, or null for 404; throws for all other errors. */
  async function call(
    method: string,
    path: string,
    body?: Uint8Array<ArrayBuffer>,
    mediaType = photoMediaType,
  ): Promise<Uint8Array | null> {
    const answer = await client.fetch(`${endpoint}/${path}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body, headers: { 'content-type': mediaType } }),
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (answer.status === 404) return null
    // The error has only the code, because the rest of the answer contains the photo's name, which must not be logged.
    if (!answer.ok) throw new Error(`The photo store answered ${answer.status} (${valueOf('Code', textOf(bytes))}).`)
    return bytes
  }

  return {
    async put(name, copies) {
      const puts = copies.map(({ width, bytes }) => call('PUT', keyOf(name, width), new Uint8Array(bytes)))
      if ((await Promise.all(puts)).includes(null)) throw new Error('The photo store has no such bucket.')
    },

    get: (name, width) => call('GET', keyOf(name, width)),

    async delete(name) {
      await Promise.all(photoWidths.map((width) => call('DELETE', keyOf(name, width))))
    },

    async namesStoredBefore(moment) {
      const names = new Set<string>()
      let token: string | undefined
      do {
        const page = new URLSearchParams({ 'list-type': '2', prefix: folder })
        if (token !== undefined) page.set('continuation-token', token)
        const list = textOf((await call('GET', `?${page.toString()}`)) ?? new Uint8Array())
        for (const [, object = ''] of list.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = valueOf('Key', object)?.slice(folder.length, folder.length + 32) ?? ''
          if (isPhotoName(name) && new Date(valueOf('LastModified', object) ?? Number.NaN) < moment) names.add(name)
        }
        token = valueOf('NextContinuationToken', list)
      } while (token !== undefined)
      return [...names]
    },

    async owner() {
      const bytes = await call('GET', ownerKey)
      return bytes && textOf(bytes)
    },

    async setOwner(owner) {
      await call('PUT', ownerKey, new TextEncoder().encode(owner), 'text/plain')
    },
  }
}

function keyOf(name: string, width: PhotoWidth): string {
  return `${folder}${name}-${width}.webp`
}

function valueOf(element: string, xml: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&')
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
