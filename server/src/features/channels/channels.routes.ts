import * as calls from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { noChannel, type Rooms, readRoom } from '#features/rooms/public.ts';
import { type Http, route, sqlJsonFormRoute, sqlJsonRoute, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { createChannel, listChannels, type PeopleIn } from './channels.service.ts';
import { deleteChannel, updateChannel } from './manage.service.ts';

const reading = { limits: [perPerson('reads')] };

/** The calls for channels and their messages. */
export function registerChannelsRoutes(http: Http, rooms: Rooms, peopleIn: PeopleIn): void {
  const { platform } = http;

  statementRoute(http, calls.listChannels, reading, ({ params, query, tokenHash }) =>
    listChannels(platform, tokenHash, params.handle, query.voice ? peopleIn : undefined),
  );

  route(http, calls.createChannel, { limits: [perPerson('writes')] }, async ({ session, params, body }) => ({
    channel: await createChannel(platform, session, params.handle, body),
  }));

  route(http, calls.updateChannel, { limits: [perPerson('writes')] }, async ({ session, params, body }) => ({
    channel: await updateChannel(platform, session, params, body, peopleIn),
  }));

  route(http, calls.deleteChannel, { limits: [perPerson('writes')] }, async ({ session, params }) => {
    await deleteChannel(platform, session, params);
    return {};
  });

  sqlJsonRoute(http, calls.listChannelMessages, reading, ({ params, query, tokenHash }) =>
    readRoom(platform, tokenHash, { roomId: params.channel_id, ...query }, noChannel),
  );

  statementRoute(http, calls.markChannelRead, reading, async ({ params, body, tokenHash }) => {
    const marked = await rooms.mark(tokenHash, { roomId: params.channel_id, messageId: body.message_id }, noChannel);
    return marked && { ...marked, body: {} };
  });

  sqlJsonFormRoute(http, calls.sendChannelMessage, { limits: [perPerson('messages')] }, (call) =>
    rooms.send(call, { notFound: noChannel, blank: 'Write a message first' }),
  );
}
