import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runInRunningServer } from '#server/admin/ask-running-server.ts'
import { readConfig } from '#server/config.ts'
import { aQuestion } from '#tests/support/a-survey-question.ts'
import { newApiToken, outcomeOf, serverProcesses } from '#tests/support/server-process.ts'

const processes = serverProcesses()
const door = () => path.join(processes.folder(), 'data', 'admin.sock')
/** The answer to a command over the admin socket; throws the error that the command's process would print. */
async function ask(name: string, ...words: string[]): Promise<string> {
  const lines: string[] = []
  const config = readConfig({ DATA_DIR: path.join(processes.folder(), 'data') })
  const isTaken = await runInRunningServer(name, {
    config,
    words,
    folder: processes.folder(),
    print: (line) => void lines.push(line),
  })
  expect(isTaken).toBe(true)
  return lines.join('\n')
}
const command = (...words: string[]) => outcomeOf(processes.run({}, words))

test('commands use the embedded database while it is served, and an error ends only the command', async () => {
  const server = await processes.start({ REGISTRATION: 'closed' })
  const token = await newApiToken(server.origin)
  const authorization = `Bearer ${token}`
  const get = async (url: string) => {
    const answer = await fetch(server.origin + url, { headers: { authorization } })
    return { status: answer.status, body: (await answer.json()) as { results: { address: string }[] } }
  }

  await writeFile(
    path.join(processes.folder(), 'homes.csv'),
    'Street,City,State,ZIP,Type,Beds,Baths,Sq Ft,Price\n12 Door Lane,Davis,CA,95616,House,3,2,1200,410000\n',
  )
  const imported = await command('import-properties', 'homes.csv')
  expect(imported).toEqual({ code: 0, printed: expect.stringContaining('homes.csv: 1 rows read') })
  const found = await get('/api/properties/properties/?search=12+Door')
  expect(found.body.results.map(({ address }) => address)).toEqual(['12 Door Lane'])

  await writeFile(
    path.join(processes.folder(), 'ours.json'),
    JSON.stringify([aQuestion('how', { choices: ['a', 'b'] })]),
  )
  expect(await ask('survey', 'ours.json')).toContain('Version 2')

  // The server's own settings count, not those of the shell that the command was typed in.
  const invited = await command('account', 'invite')
  expect(invited).toEqual({ code: 1, printed: expect.stringContaining('REGISTRATION is closed') })
  expect(await ask('account', 'reset', 'nora')).toContain('works once')
  await expect(ask('account', 'reset', 'nobody')).rejects.toThrow(/^There is no agent "nobody"\.$/)
  await expect(ask('survey', 'none.json')).rejects.toThrow(/^The file .*none\.json cannot be read\.$/)
  expect(await ask('account', 'close', 'nora')).toContain('is closed')
  expect((await get('/api/crm/clients/')).status).toBe(401)
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)

  expect((await stat(door())).mode & 0o777).toBe(0o600)
  // A silent client and one that sends garbage delay nothing.
  const silent = net.connect(door()).on('error', () => {})
  const garbled = net.connect(door()).on('error', () => {})
  garbled.write('what?\n')
  await new Promise((resolve) => garbled.once('data', resolve))
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  expect(existsSync(door())).toBe(false)
  silent.destroy()
})

test('a stale socket of a killed server stops neither a command nor the next server', async () => {
  const server = await processes.start()
  server.child.kill('SIGKILL')
  await server.ended
  expect(existsSync(door())).toBe(true)
  // As an interrupted backup leaves it.
  const snapshot = path.join(processes.folder(), 'data', 'snapshot-0a1b2c3d')
  await mkdir(snapshot)
  expect(await command('account', 'invite')).toEqual({ code: 0, printed: expect.stringContaining('register#invite=') })
  const next = await processes.start()
  expect(await command('account', 'reset', 'nobody')).toEqual({ code: 1, printed: 'There is no agent "nobody".\n' })
  expect((await fetch(`${next.origin}/healthz`)).status).toBe(200)
  expect(existsSync(snapshot)).toBe(false)
})
