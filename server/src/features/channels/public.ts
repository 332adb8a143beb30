/** What other features may use from channels. */

export { channelIdsOf } from './channels.queries.ts';
export { explainableChannels } from './explain.service.ts';
