import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** A copy of the build whose page can be replaced by a newer version's. */
export type ReplaceableRelease = { folder: string; replace: () => Promise<void>; remove: () => Promise<void> }

export async function replaceableRelease(): Promise<ReplaceableRelease> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fanlight-release-'))
  for (const part of ['build', 'dist', 'package.json'])
    await cp(path.join(root, part), path.join(folder, part), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))

  async function change(name: string, to: (text: string) => string): Promise<void> {
    const file = path.join(folder, 'dist', name)
    const before = await readFile(file, 'utf8')
    const after = to(before)
    if (after === before) throw new Error(`Nothing was replaced in ${name}.`)
    await writeFile(file, after)
    for (const packed of ['br', 'gz']) await rm(`${file}.${packed}`)
  }

  return {
    folder,
    /** Replaces the page: it gets `data-build="second"`, and another revision in the service worker. */
    replace: async () => {
      await change('index.html', (text) => text.replace('<html ', '<html data-build="second" '))
      await change('service-worker.js', (text) =>
        text.replace(/"revision":"[^"]+"(,"url":"index\.html")/, '"revision":"second"$1'),
      )
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
