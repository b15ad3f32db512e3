declare module 'virtual:page-code' {
  /** The modules of each page, from `page-code.ts`. */
  export const pages: readonly (typeof import('#tests/sync/world/page-code.ts'))[]
}
