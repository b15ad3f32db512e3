import path from 'node:path'
import type { Kysely } from 'kysely'
import { checkQuestionnaire } from '#core/survey/check-questionnaire.ts'
import { sectionNames } from '#core/survey/visible-questions.ts'
import { ExplainedError } from '#server/config.ts'
import type { Tables } from '#server/database/tables.ts'
import { publishQuestionnaire } from '#server/survey/publish-questionnaire.ts'
import { earlyAccessEmails } from '#server/survey/survey-sessions-repository.ts'
import { fileOf, readFileOrRefuse, type CommandTask } from './command.ts'

const usage = 'Usage: survey FILE (a JSON file with the questions), or survey --emails'

/** Publishes the questionnaire in a file if it is valid, or prints the emails of respondents who asked for early access. */
export async function survey(task: CommandTask): Promise<void> {
  const [word, another] = task.words
  const wantsEmails = word === '--emails'
  if (word === undefined || another !== undefined || (word.startsWith('-') && !wantsEmails))
    throw new ExplainedError(usage)
  const questions = wantsEmails ? null : await readQuestions(fileOf(task, word))
  await task.withServices(async ({ database: { db } }) => {
    for (const line of questions === null ? await earlyAccessEmails(db) : [await publish(db, questions)]) {
      task.print(line)
    }
  })
}

type Questions = Parameters<typeof publishQuestionnaire>[1]

/** Reads the questions in a file; throws `ExplainedError` with a list of all mistakes. */
export async function readQuestions(file: string): Promise<Questions> {
  const text = (await readFileOrRefuse(file)).toString()
  const name = path.basename(file)
  const checked = checkQuestionnaire(parseJson(text, name))
  if ('questions' in checked) return checked.questions
  const { mistakes } = checked
  const count = mistakes.length === 1 ? 'one mistake' : `${mistakes.length} mistakes`
  throw new ExplainedError(
    [`${name} has ${count}; nothing was changed.`, ...mistakes.map((one) => `  ${one}`)].join('\n'),
  )
}

function parseJson(text: string, name: string): unknown {
  try {
    // Editors on Windows add a byte order mark, which is not JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ExplainedError(`${name} is not JSON: ${error instanceof Error ? error.message : ''}.`)
  }
}

/** Publishes the questions unless they are the current ones; returns a sentence to print. */
export async function publish(db: Kysely<Tables>, questions: Questions): Promise<string> {
  const { version, isNew } = await publishQuestionnaire(db, questions)
  if (!isNew) return `The survey already has these questions, as version ${version}.`
  const sections = sectionNames(questions).length
  return (
    `Version ${version} is used from now on: ${counted(questions.length, 'question')} in ${counted(sections, 'section')}. ` +
    'Respondents who have already started keep their questions.'
  )
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
