/** What other features may use from channels. */

export { channelIdsOf } from './channels.queries.ts';
export { removableChannels } from './channels.realtime.ts';
export { explainableChannels } from './explain.service.ts';
