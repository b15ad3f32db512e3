// `npm run test:restores -- 200`: random days on which a server is restored under devices in Chromium. Prints what was lost.
import { startNumberedRuns } from './support/numbered-runs.mjs'

startNumberedRuns({ folder: 'restores', usually: 200 })
