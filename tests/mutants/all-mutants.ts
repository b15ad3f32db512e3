import type { Mutant } from './mutant.ts'
import { answers } from './bugs/answers.ts'
import { batches } from './bugs/batches.ts'
import { capturing } from './bugs/capturing.ts'
import { client } from './bugs/client.ts'
import { confirming } from './bugs/confirming.ts'
import { deciding } from './bugs/deciding.ts'
import { failedCalls } from './bugs/failed-calls.ts'
import { holdingBack } from './bugs/holding-back.ts'
import { homesToShow } from './bugs/homes-to-show.ts'
import { lostKeys } from './bugs/lost-keys.ts'
import { loops } from './bugs/loops.ts'
import { merging } from './bugs/merging.ts'
import { order } from './bugs/order.ts'
import { plainServer } from './bugs/plain-server.ts'
import { planner } from './bugs/planner.ts'
import { pulling } from './bugs/pulling.ts'
import { restoredServers } from './bugs/restored-servers.ts'
import { server } from './bugs/server.ts'
import { storage } from './bugs/storage.ts'
import { sweepQuestions } from './bugs/sweep-questions.ts'
import { withstanding } from './bugs/withstanding.ts'

export const mutants = {
  sync: [
    ...capturing,
    ...order,
    ...answers,
    ...confirming,
    ...pulling,
    ...merging,
    ...deciding,
    ...plainServer,
    ...sweepQuestions,
    ...holdingBack,
    ...loops,
    ...lostKeys,
    ...batches,
    ...restoredServers,
    ...storage,
  ],
  planner,
  server: [...server, ...withstanding, ...homesToShow],
  client: [...client, ...failedCalls],
} satisfies Record<string, readonly Mutant[]>
