import { pages } from 'virtual:page-code'
import { type PageProcess, pageProcess } from './page-process.ts'

/** The environment of a page: its own copy of the storage code, in a browser process. */
export type Page = { code: (typeof pages)[number]; process: PageProcess }

/** Opens a page, which replaces an earlier one of this number. */
export function openPage(number: number): Page {
  const code = pages[number]
  if (code === undefined) throw new Error(`There is no page ${number}.`)
  return { code, process: pageProcess() }
}

/** An extra page, which never freezes. */
export const extraPage = pages.length - 1
