/** How many sockets of one process may ask for the count in the same second. */
const asksPerSecond = 200;

/** The longest that pages wait, in seconds. */
const longest = 60;

/** The time in seconds over which pages spread their requests for newer posts. @param sockets how many get the event here */
export const withinSeconds = (sockets: number): number => Math.min(longest, Math.floor(sockets / asksPerSecond));
