// `npm start`, or `start.mjs COMMAND …`: installs and builds if necessary, then runs the server's bundle in this
// process. Node built-ins only: a fresh clone has nothing else.
import { buildWhatIsStale } from './build.mjs'
import { installWhatIsMissing } from './install.mjs'

const oldestNode = [20, 19]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
  console.error(`Fanlight needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

installWhatIsMissing()
buildWhatIsStale()
await import('../../build/main.js')
