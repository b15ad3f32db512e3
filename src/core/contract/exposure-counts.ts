/** What is counted about a listing on a platform. In a file of its own, so that kinds do not load the schemas. */
export const exposureCountNames = ['views', 'likes', 'saves'] as const
