/**
 * What Node is told when it runs an embedded database for a test: to compile what is run of it, quickly. Without, it compiles
 * and optimises all of it at the start, which takes longer than what most tests ask of it.
 */
export const shortLivedDatabase = ['--wasm-lazy-compilation', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']
