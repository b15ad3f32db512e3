import { engines } from './driver.ts'

export const chosenEngines = engines.filter(
  (engine) => process.env['ENGINES'] === undefined || process.env['ENGINES'].split(',').includes(engine),
)
