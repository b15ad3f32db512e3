import { defineConfig } from 'vite'
import { pageModules } from '../world/page-modules.ts'

/** For the program that `tests/long.mjs` compiles. */
export default defineConfig({ plugins: [pageModules()] })
