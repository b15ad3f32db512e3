/** Node flags for the embedded database: compiling all of its WebAssembly at the start takes longer than most tests. */
export const shortLivedDatabase = ['--wasm-lazy-compilation', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']
