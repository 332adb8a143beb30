/** What the server answers to an event of a socket: `{ok: true}`, or `ok: false` with what to do. */
export type Ack = { ok: true } | { ok: false; error: string };
export type AckCallback = (answer: Ack) => void;
