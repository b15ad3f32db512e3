/**
 * Which calls this build speaks. It rises with a change of the API after which older programs would send what the server
 * takes for something else, and then the server's `oldestProgram` rises with it (decision 16).
 */
export const programVersion = 2

/** The oldest program that this build's server understands; it asks every other to become newer first (fault J4). */
export const oldestProgram = 2
