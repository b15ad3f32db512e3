// `npm run test:kills -- 300`: so many times something is killed in the middle of sending, in a real Chromium on a real
// profile, against the built server. Prints what was lost, doubled, out of order or hung.
import { startNumberedRuns } from './support/numbered-runs.mjs'

startNumberedRuns({ folder: 'kills', usually: 300 })
