import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemChromium } from '#tests/support/system-chromium.ts'
import { doStepsOfDockerfile } from './steps-of-dockerfile.ts'

const root = path.resolve(import.meta.dirname, '../..')
const megabyte = 1024 * 1024

let elsewhere: string
let release: string

beforeAll(async () => {
  elsewhere = await mkdtemp(path.join(os.tmpdir(), 'fanlight-release-'))
  const made = spawnSync(process.execPath, ['server/commands/package.mjs'], { cwd: root, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stdout + made.stderr)
  const folder = /^Ready: (.*);/m.exec(made.stdout)![1]!
  // Unpacked where no other node_modules is above it.
  spawnSync('tar', ['-xzf', `${folder}.tar.gz`], { cwd: elsewhere })
  release = path.join(elsewhere, path.basename(folder))
})

afterAll(() => rm(elsewhere, { recursive: true, force: true }))

test('a release is less than 200 MB, and has no build or test packages', () => {
  const size = sizeOf(release)
  console.log(`The release takes ${Math.round(size / megabyte)} MB.`)
  expect(size).toBeLessThan(200 * megabyte)
  const packages = readdirSync(path.join(release, 'node_modules'))
  for (const name of ['vite', 'vitest', '@playwright', 'lighthouse', 'typescript', 'react']) {
    expect(packages).not.toContain(name)
  }
  const notices = readFileSync(path.join(release, 'third-party-notices.txt'), 'utf8')
  for (const name of [
    'fastify 5',
    'react 19',
    'sharp 0',
    'Figtree (OFL-1.1)',
    'Common passwords (MIT)',
    'Cities of ZIP codes (CC-BY-4.0)',
  ])
    expect(notices).toContain(`\n${name}`)
})

test('a release has a production page, even if the shell sets NODE_ENV=test', () => {
  expect(process.env['NODE_ENV']).toBe('test')
  const scripts = path.join(release, 'dist/assets')
  const forWork = readdirSync(scripts)
    .filter((file) => file.endsWith('.js'))
    .filter((file) => readFileSync(path.join(scripts, file), 'utf8').includes('Download the React DevTools'))
  expect(forWork).toEqual([])
})

test('links in a release’s pages lead to pages of the release', () => {
  const pages = readdirSync(release, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md') && !file.includes('node_modules'),
  )
  expect(pages).toEqual(expect.arrayContaining(['CHANGELOG.md', 'docs/backup.md', 'docs/import.md', 'docs/running.md']))
  const lost = pages.flatMap((page) => {
    const text = readFileSync(path.join(release, page), 'utf8')
    const links = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, link]) => link!)
    return links
      .filter((link) => !existsSync(path.join(release, path.dirname(page), link)))
      .map((link) => `${page}: ${link}`)
  })
  expect(lost).toEqual([])
})

test('a release serves within five seconds in an empty folder, and ends cleanly with SIGTERM', async () => {
  const times: number[] = []
  // The fastest of three, as other programs may be running.
  for (const round of [1, 2, 3]) {
    const server = await start(release, path.join(elsewhere, `data${round}`))
    times.push(server.tookMs)
    expect(await page(server.origin)).toContain('<title>Fanlight</title>')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
  console.log(`The first start took ${times.join(', ')} ms.`)
  expect(Math.min(...times)).toBeLessThan(5000)
})

test('the commands of a release are those of the repository', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(release, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(scripts).toMatchObject({ start: 'exec node build/main.js', account: 'exec node build/main.js account' })
  const ran = spawnSync('npm', ['run', '--silent', 'account', '--', 'invite'], {
    cwd: release,
    encoding: 'utf8',
    env: {
      ...process.env,
      DATA_DIR: path.join(elsewhere, 'data-of-command'),
      PUBLIC_ORIGIN: 'https://agents.example.com',
    },
  })
  expect(ran.stdout).toContain('https://agents.example.com/register#invite=')
})

test('the steps of the Dockerfile end with a server that answers', async () => {
  const { folder, workdir, environment, command } = doStepsOfDockerfile(root, path.join(elsewhere, 'image'))
  expect(command).toEqual(['node', 'build/main.js', 'serve'])
  expect(existsSync(path.join(folder, environment['DATA_DIR']!))).toBe(true)
  const server = await start(path.join(folder, workdir), path.join(folder, environment['DATA_DIR']!))
  expect(await page(server.origin)).toContain('<title>Fanlight</title>')
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('compose.yaml passes on every setting of the server, and no unknown one', () => {
  const compose = readFileSync(path.join(root, 'compose.yaml'), 'utf8')
  const config = readFileSync(path.join(root, 'server/config.ts'), 'utf8')
  const [, ofServer = ''] = /^ {2}fanlight:.*?environment:\n(.*?)^ {4}volumes:/ms.exec(compose) ?? []
  const names = Array.from(ofServer.matchAll(/^ {6}([A-Z][A-Z0-9_]*):/gm), ([, name]) => name!)
  expect(names).toContain('DATABASE_URL')
  expect(names.filter((name) => !config.includes(`${name}:`))).toEqual([])
  // It passes on all others, except those that the file itself sets.
  const known = Array.from(config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): v\./gm), ([, name]) => name!)
  const decided = ['PORT', 'HOST', 'DATA_DIR', 'TLS_CERT', 'TLS_KEY']
  expect(known.filter((name) => !names.includes(name))).toEqual(decided)
})

test('the command and the environment of the systemd unit serve a release, and SIGTERM ends it', async () => {
  const unit = readFileSync(path.join(release, 'deploy/fanlight.service'), 'utf8')
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!
  expect(valueOf('WorkingDirectory')).toBe('/opt/fanlight')
  const [, ...words] = valueOf('ExecStart').split(' ')
  const environment = Object.fromEntries(
    valueOf('Environment')
      .split(' ')
      .map((pair) => pair.split('=')),
  )
  expect(environment['DATA_DIR']).toBe(`/var/lib/${valueOf('StateDirectory')}`)
  const server = await start(release, path.join(elsewhere, 'data-of-unit'), words, environment)
  expect(await page(server.origin)).toContain('<title>Fanlight</title>')
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd accepts the unit', () => {
  const unit = path.join(root, 'deploy/fanlight.service')
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

const certutil = process.env['CERTUTIL'] ?? '/usr/bin/certutil'

test.runIf(existsSync(certutil))(
  'Chromium opens the app that `share` serves, with its worker, once it trusts the offered authority',
  async () => {
    const data = path.join(elsewhere, 'data-of-share')
    const server = await start(release, data, ['build/main.js', 'share'], { HOST: '127.0.0.1' })
    const home = path.join(elsewhere, 'home')
    const authorities = path.join(home, '.pki/nssdb')
    mkdirSync(authorities, { recursive: true })
    const list = (...words: string[]) =>
      expect(spawnSync(certutil, ['-d', `sql:${authorities}`, ...words], { encoding: 'utf8' }).stderr).toBe('')
    list('-N', '--empty-password')
    expect(await opened(server.origin, home)).toContain('ERR_CERT_AUTHORITY_INVALID')
    const offered = path.join(elsewhere, 'authority.crt')
    writeFileSync(offered, await page(`${server.origin.replace('https', 'http')}/fanlight-authority.crt`))
    list('-A', '-n', 'Fanlight', '-t', 'C,,', '-i', offered)
    expect(await opened(server.origin, home)).toContain('Fanlight, secure, with its worker')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)

/** The title that Chromium with this home folder shows at the address, or the error. */
async function opened(origin: string, home: string): Promise<string> {
  const browser = await chromium.launch({ ...systemChromium, env: { ...process.env, HOME: home } })
  try {
    const shown = await browser.newPage()
    await shown.goto(origin)
    const isReady = await shown.evaluate(async () => (await navigator.serviceWorker.ready).active !== null)
    const isSecure = await shown.evaluate(() => isSecureContext)
    return `${await shown.title()}${isSecure ? ', secure' : ''}${isReady ? ', with its worker' : ''}`
  } catch (error) {
    return String(error)
  } finally {
    await browser.close()
  }
}

type Started = { child: ChildProcess; ended: Promise<number | null>; origin: string; tookMs: number }

async function start(
  folder: string,
  dataFolder: string,
  words = ['build/main.js', 'serve'],
  environment: Record<string, string> = { NODE_ENV: 'production' },
): Promise<Started> {
  const startedAt = Date.now()
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment, PORT: '0', DATA_DIR: dataFolder, LOG_LEVEL: 'silent' },
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = ''
    const listen = (chunk: Buffer) => {
      printed += chunk.toString()
      const [, scheme, port] = /Fanlight is at (https?):\/\/localhost:(\d+)/.exec(printed) ?? []
      if (port !== undefined) resolve(`${scheme}://127.0.0.1:${port}`)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then(() => reject(new Error(`It did not start: ${printed}`)))
  })
  return { child, ended, origin, tookMs: Date.now() - startedAt }
}

async function page(origin: string): Promise<string> {
  return (await fetch(origin)).text()
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
}
