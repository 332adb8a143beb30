/** The server's answer to a socket event: `{ok: true}`, or `ok: false` with what to do. */
export type Ack = { ok: true } | { ok: false; error: string };
export type AckCallback = (answer: Ack) => void;
