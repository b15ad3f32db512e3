import { defineConfig } from 'vite'
import { pageModules } from '../world/page-modules.ts'

export default defineConfig({ plugins: [pageModules()] })
