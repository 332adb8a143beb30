/** Sockets of one process that may ask for the count in the same second. */
const asksPerSecond = 200;

/** The longest that pages wait, in seconds. */
const longest = 60;

/** Within how many seconds pages ask what's newer, so that they don't all ask at once. @param sockets how many hear of it here */
export const withinSeconds = (sockets: number): number => Math.min(longest, Math.floor(sockets / asksPerSecond));
