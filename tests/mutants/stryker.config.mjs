/** Used by `tests/stryker.mjs`, which says which files are changed. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutants/stryker-vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // All tests reach a change in a module's top-level code, which costs as much as hundreds of others.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 10_000,
  reporters: ['progress-append-only'],
  // Not in `node_modules`: Vitest finds no test that belongs to a file in there.
  tempDirName: 'build/stryker',
  cleanTempDir: 'always',
  ignorePatterns: ['build', 'dist', 'release', 'data'],
  // Stryker checks no types here, and its rewriting of tsconfig.json calls a function that TypeScript 7 lacks.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  allowConsoleColors: false,
}
