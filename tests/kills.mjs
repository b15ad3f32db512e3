// `npm run test:kills -- 300`: kills a server or a Chromium that many times in the middle of sending. Prints what was lost.
import { startNumberedRuns } from './support/numbered-runs.mjs'

startNumberedRuns({ folder: 'kills', usually: 300 })
