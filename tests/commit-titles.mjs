// `npm run titles`: checks the titles of the last commits (docs/contributing.md).
// As a hook, it refuses a title before the commit: node tests/commit-titles.mjs .git/COMMIT_EDITMSG
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [messageFile] = process.argv.slice(2)
const titles = messageFile === undefined ? lastTitles() : [readFileSync(messageFile, 'utf8').split('\n')[0]]
const wrong = titles.flatMap((title) => problemsOf(title).map((problem) => `${problem}: ${title}`))
for (const line of wrong) console.error(line)
process.exit(wrong.length === 0 ? 0 : 1)

/** The titles of the last thirty commits that are no merges; none outside a repository, as in a release. */
function lastTitles() {
  const { status, stdout } = spawnSync('git', ['log', '-30', '--no-merges', '--format=%s'], { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((title) => title !== '') : []
}

function problemsOf(title) {
  return [
    ...(title.length > 72 ? [`${title.length} characters, at most 72`] : []),
    ...(/^[a-z][a-z0-9/-]*(, [a-z][a-z0-9/-]*)*: [a-z]/.test(title) ? [] : ['not "area: imperative subject"']),
    ...(title.endsWith('.') ? ['ends with a period'] : []),
  ]
}
