/**
 * How a suspended account can appeal, in the answer to its log-in. These are headers because existing clients show
 * every key of an error's body.
 */
export const appealHeaders = { token: 'x-appeal-token', decisionId: 'x-decision-id' } as const;

/** Identifies one attempt at a `repeatable` call; a `client_id` in the body takes precedence. */
export const clientIdHeader = 'x-client-id';

/**
 * The id of the user who performed an action, for clients that send it later: with another user's session, the answer
 * is 401 and nothing is done.
 */
export const doneByHeader = 'x-done-by';
