import * as fc from 'fast-check'

/** Random values of properties are the same in every run of `npm test`. The nightly run sets another `SEED` (`tests/long.mjs`). */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['SEED'] ?? 1) })
