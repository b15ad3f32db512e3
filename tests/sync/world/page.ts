import { pages } from 'virtual:page-code'
import { type PageProcess, pageProcess } from './page-process.ts'

/** What a page runs on: its own copy of the storage's code, in a process of the browser. */
export type Page = { code: (typeof pages)[number]; process: PageProcess }

/** The page of this number; a later one of the same number takes its place. */
export function openPage(number: number): Page {
  const code = pages[number]
  if (code === undefined) throw new Error(`There is no page ${number}.`)
  return { code, process: pageProcess() }
}

/** A page beside those of the devices, which nothing happens to. */
export const otherPage = pages.length - 1
