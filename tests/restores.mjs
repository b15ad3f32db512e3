// `npm run test:restores -- 200`: so many random days on which a real server is put back to an earlier state under devices in
// a real Chromium. Prints what was lost, doubled, mixed up or stuck.
import { startNumberedRuns } from './support/numbered-runs.mjs'

startNumberedRuns({ folder: 'restores', usually: 200 })
