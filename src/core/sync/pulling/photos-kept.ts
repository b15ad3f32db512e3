/** Bytes of photos are kept so long after they were confirmed, room permitting: a restored server may need them again (fault C19). */
export const photosKeptMs = 7 * 24 * 3_600_000
