/** Replaced at build time, with the commit. */
declare const __BUILD_VERSION__: string

export const buildVersion: string = __BUILD_VERSION__
