import { authorOnly, conversationOfAuthor, people, type Row } from './access-matrix-scene.ts';

/** The calls about what people are told, by their names in the contract: everybody has their own. */
export const notificationRows: Record<string, Row> = {
  listNotifications: { request: () => ({ path: '/v1/notifications' }), ...people(200) },
  readNotifications: { request: () => ({ path: '/v1/notifications/read', body: { ids: [] } }), ...people(200) },
  readUnread: { request: () => ({ path: '/v1/unread' }), ...people(200) },
  setRoomNotify: {
    request: async (scene) => ({
      path: `/v1/rooms/${await conversationOfAuthor(scene)}/notify`,
      body: { notify: 'none' },
    }),
    ...authorOnly(200, 404),
  },
  readNotificationSettings: { request: () => ({ path: '/v1/notifications/settings' }), ...people(200) },
  updateNotificationSettings: {
    request: () => ({ path: '/v1/notifications/settings', body: { types: { vote: { in_app: false } } } }),
    ...people(200),
  },
};
