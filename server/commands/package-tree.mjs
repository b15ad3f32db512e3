// Reads dependencies of installed packages, and licenses, from the lock file. Node built-ins only.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

/** Paths (`node_modules/a/node_modules/b`) of these packages and all their installed dependencies. */
export function packagesBehind(names) {
  const places = new Set()
  const visit = (name, from) => {
    const place = placeOf(name, from)
    if (place === undefined || places.has(place)) return
    places.add(place)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[place]
    const required = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional)
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) visit(needed, place)
    for (const needed of required) visit(needed, place)
  }
  for (const name of names) visit(name, '')
  return [...places].sort((one, other) => one.localeCompare(other))
}

/** Node's resolution: beside the importer, then in parent folders. Packages for other systems are not installed. */
function placeOf(name, from) {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf('node_modules/') - 1))) {
    const place = path.posix.join(above, 'node_modules', name)
    if (packages[place] !== undefined) return existsSync(place) ? place : undefined
    if (above === '') return undefined
  }
}

/** Third-party content in the repository, with its license. */
const copied = [
  ['Figtree (OFL-1.1)', 'src/ui/fonts/figtree.LICENSE'],
  ['Common passwords (MIT)', 'server/accounts/common-passwords.LICENSE'],
  ['Cities of ZIP codes (CC-BY-4.0)', 'src/core/domain/addresses/zip-names.LICENSE'],
]

export function noticesOf(places) {
  const ofCopied = copied.map(([name, file]) => [name, readFileSync(file, 'utf8').trim()].join('\n\n'))
  const notices = places.map((place) => {
    const { version, license = 'see below' } = packages[place]
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const files = readdirSync(place).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    const texts = files.map((file) => readFileSync(path.join(place, file), 'utf8').trim())
    return [`${name} ${version} (${license})`, ...texts].join('\n\n')
  })
  const head = 'Fanlight contains the following packages, each under its own licence.'
  return `${[head, ...ofCopied, ...notices].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}
