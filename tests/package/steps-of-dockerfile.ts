import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export type Image = { folder: string; workdir: string; environment: Record<string, string>; command: string[] }

type Stage = { name: string } & Image

/** Runs without Docker: each stage is a folder, and RUN uses this machine's programs, so its paths must be relative. */
export function doStepsOfDockerfile(context: string, to: string): Image {
  const stages: Stage[] = []
  for (const line of linesOf(path.join(context, 'Dockerfile'))) {
    const [word = '', ...rest] = line.split(' ')
    if (word === 'FROM') stages.push(newStage(to, stages.length, rest))
    else doStep(word, rest, { context, stages, stage: stages.at(-1)! })
  }
  return stages.at(-1)!
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

function newStage(to: string, index: number, words: string[]): Stage {
  const folder = path.join(to, String(index))
  mkdirSync(folder, { recursive: true })
  const name = words[1] === 'AS' ? words[2]! : String(index)
  return { name, folder, workdir: '/', environment: {}, command: [] }
}

type Place = { context: string; stages: Stage[]; stage: Stage }

function doStep(word: string, words: string[], { context, stages, stage }: Place): void {
  const inside = (place: string) => path.join(stage.folder, path.posix.resolve(stage.workdir, place))
  if (word === 'WORKDIR') {
    stage.workdir = path.posix.resolve(stage.workdir, words[0]!)
    mkdirSync(inside('.'), { recursive: true })
  } else if (word === 'COPY') {
    const from = words.find((one) => one.startsWith('--from='))?.slice('--from='.length)
    const source = from === undefined ? context : stages.find(({ name }) => name === from)!.folder
    const places = words.filter((one) => !one.startsWith('--'))
    const target = inside(places.pop()!)
    for (const place of places) copy(source, place, target, from === undefined)
  } else if (word === 'RUN') {
    const ran = spawnSync('sh', ['-ec', words.join(' ')], {
      cwd: inside('.'),
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...stage.environment },
      encoding: 'utf8',
    })
    if (ran.status !== 0) throw new Error(`RUN ${words.join(' ')}: ${ran.stdout}${ran.stderr}`)
  } else if (word === 'ENV') {
    Object.assign(stage.environment, Object.fromEntries(words.map((one) => one.split('='))))
  } else if (word === 'CMD') {
    stage.command = JSON.parse(words.join(' ')) as string[]
  } else if (!['ARG', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK'].includes(word)) {
    throw new Error(`No step of a Dockerfile that is known here: ${word}`)
  }
}

function copy(source: string, place: string, target: string, isContext: boolean): void {
  const full = path.join(source, place)
  const ignored = isContext ? new Set(linesOf(path.join(source, '.dockerignore'))) : new Set<string>()
  const isFileIntoFolder = existsSync(target) && statSync(full).isFile()
  cpSync(full, isFileIntoFolder ? path.join(target, path.basename(place)) : target, {
    recursive: true,
    filter: (file) => !ignored.has(path.relative(source, file)),
  })
}
