import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleQuestions } from '#server/survey/publish-questionnaire.ts'
import { publish, readQuestions } from '#server/commands/survey-command.ts'
import { earlyAccessEmails } from '#server/survey/survey-sessions-repository.ts'
import { aQuestion } from '#tests/support/a-survey-question.ts'
import { aVisitor, startTestServer, type TestServer } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

let server: TestServer
let folder: string
beforeEach(async () => {
  server = await startTestServer()
  folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-survey-'))
})
afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function aFile(content: string): Promise<string> {
  const file = path.join(folder, 'ours.json')
  await writeFile(file, content)
  return file
}

test('a new server has the product’s survey; a file replaces it, and importing it again does nothing', async () => {
  const asked = async () => (await aVisitor(server).get('/api/questionnaire/questions/')).body
  expect(await asked()).toEqual({ version: 1, results: sampleQuestions() })
  const { db } = server.services.database
  expect(await publish(db, sampleQuestions())).toBe('The survey already has these questions, as version 1.')

  const ours = [aQuestion('how', { choices: ['well', 'badly'] }), aQuestion('why', { section: 'Two' })]
  const questions = await readQuestions(await aFile(`\uFEFF${JSON.stringify({ title: 'Ours', questions: ours })}`))
  expect(await publish(db, questions)).toBe(
    'Version 2 is used from now on: 2 questions in 2 sections. Respondents who have already started keep their questions.',
  )
  expect(await asked()).toEqual({ version: 2, results: ours })
  expect(await publish(db, questions)).toBe('The survey already has these questions, as version 2.')
})

test('a file with mistakes changes nothing, and every mistake is reported in a line', async () => {
  const wrong = [aQuestion('how', { choices: ['well'] }), aQuestion('how')]
  await expect(readQuestions(await aFile(JSON.stringify(wrong)))).rejects.toThrow(
    'ours.json has 2 mistakes; nothing was changed.\n  Two questions have the id how.\n  how: it needs at least two choices.',
  )
  await expect(readQuestions(await aFile('[{'))).rejects.toThrow('ours.json is not JSON')
  await expect(readQuestions(path.join(folder, 'none.json'))).rejects.toThrow('cannot be read')
})

longTest('a respondent who finished and left an email is notified once, others never', async () => {
  const { db } = server.services.database
  await publish(db, [aQuestion('colour', { choices: ['red', 'blue'] })])
  const visitor = aVisitor(server)
  const respond = async (email: string, is_completed: boolean) => {
    const { session_id } = (await visitor.post('/api/questionnaire/start/')).body
    await visitor.post('/api/questionnaire/submit/', { session_id, responses: [], email, is_completed })
  }
  await respond('jo@example.com', true)
  await respond('left@example.com', false)
  await respond('', true)
  await respond('ada@example.com', true)
  await respond('Jo@example.com', true)
  expect((await earlyAccessEmails(db)).map((email) => email.toLowerCase())).toEqual([
    'ada@example.com',
    'jo@example.com',
  ])
})
