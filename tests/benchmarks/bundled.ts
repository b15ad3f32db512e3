import path from 'node:path'
import { build, type BuildEnvironmentOptions, type UserConfig } from 'vite'

export async function bundled(options: BuildEnvironmentOptions, config: UserConfig = {}): Promise<string> {
  const built = await build({
    ...config,
    configFile: false,
    root: path.resolve(import.meta.dirname, '../..'),
    logLevel: 'error',
    build: { write: false, target: 'es2023', ...options },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (output === undefined || !('output' in output)) throw new Error('Nothing was built.')
  return output.output[0].code
}
