import path from 'node:path'
import type { Plugin } from 'vite'

const folder = import.meta.dirname
const virtualName = 'virtual:page-code'
/** Two devices with two agents, who have two tabs and a worker each; and one extra page. */
const maxPages = 13

/** Has no state, and every test compares its errors. */
const shared = path.resolve(folder, '../../../src/storage/database/storage-error.ts')
const storage = path.resolve(folder, '../../../src/storage') + path.sep

/**
 * Loads `src/storage` once for each simulated page, as browsers do, because `page-freeze.ts` stores in a module whether its
 * page is frozen. A copy, and everything in `src/storage` that it imports, has `?page=<number>` in its name.
 */
export function pageModules(): Plugin {
  return {
    name: 'page-modules',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source === virtualName) return `\0${virtualName}`
      const [file = '', number] = source.split('?page=')
      const [from, numberOfImporter] = importer?.split('?page=') ?? []
      const page = number ?? numberOfImporter
      if (page === undefined) return null
      const resolved = await this.resolve(file, from, { ...options, skipSelf: true })
      const isCopied = resolved !== null && (number !== undefined || resolved.id.startsWith(storage))
      return isCopied && resolved.id !== shared ? { ...resolved, id: `${resolved.id}?page=${page}` } : resolved
    },
    load(id) {
      if (id !== `\0${virtualName}`) return null
      const numbers = Array.from({ length: maxPages }, (_, number) => number)
      const code = JSON.stringify(path.join(folder, 'page-code.ts')).slice(0, -1)
      const imports = numbers.map((number) => `import * as page${number} from ${code}?page=${number}"`)
      return `${imports.join('\n')}\nexport const pages = [${numbers.map((number) => `page${number}`).join()}]`
    },
  }
}
