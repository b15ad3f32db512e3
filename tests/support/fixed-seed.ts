import * as fc from 'fast-check'

/** Property tests use the same random values in every `npm test`; the nightly run sets another `SEED`. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['SEED'] ?? 1) })
