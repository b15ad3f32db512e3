/** The widths in pixels that the server keeps of each photo. */
export const photoWidths = [320, 960, 1920] as const
