import type { Story } from '../story.ts'
import { answers } from './answers.ts'
import { changing } from './changing.ts'
import { deciding } from './deciding.ts'
import { making } from './making.ts'
import { pulling } from './pulling.ts'
import { senders } from './senders.ts'

export const allStories: Story[] = [...making, ...changing, ...deciding, ...senders, ...answers, ...pulling]
