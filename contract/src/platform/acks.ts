/** What the server answers to an event of a socket: `{ok: true}`, or what to do. */
export type Ack = { ok: true } | { error: string };
export type AckCallback = (answer: Ack) => void;
