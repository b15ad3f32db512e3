import { engines } from './driver.ts'

/** `ENGINES=webkit,firefox` runs those only. */
export const chosenEngines = engines.filter(
  (engine) => process.env['ENGINES'] === undefined || process.env['ENGINES'].split(',').includes(engine),
)
