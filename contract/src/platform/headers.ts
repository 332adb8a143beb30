/** What a suspended account's log-in carries to appeal with: in headers, because existing clients show every key of an error's body. */
export const appealHeaders = { token: 'x-appeal-token', decisionId: 'x-decision-id' } as const;

/** What tells a call apart from others, for calls that are `repeatable`; a `client_id` in the body goes before it. */
export const clientIdHeader = 'x-client-id';

/** The id of whoever did what's sent, for clients that send it later: with anybody else's session it's 401, and isn't done. */
export const doneByHeader = 'x-done-by';
