/** Replaced by the build with the commit it was made from. */
declare const __BUILD_VERSION__: string

export const buildVersion: string = __BUILD_VERSION__
