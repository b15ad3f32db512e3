/** The build replaces this identifier with the variable `BUILD_VERSION`, or else the short hash of the commit. */
declare const __BUILD_VERSION__: string

export const buildVersion: string = __BUILD_VERSION__
