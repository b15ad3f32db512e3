/** The longest text the server keeps in one field, in UTF-16 units (reading R10). */
export const longestText = 10_000
