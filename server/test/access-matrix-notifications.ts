import {
  authorOnly,
  conversationOfAuthor,
  deviceOfAuthor,
  groupOfAuthor,
  people,
  type Row,
} from './access-matrix-scene.ts';
import { makePushKeys } from './push-service.ts';

/** The calls about notifications, where everybody has their own, and those that change groups; by their names in the contract. */
export const notificationRows: Record<string, Row> = {
  listNotifications: { request: () => ({ path: '/v1/notifications' }), ...people(200) },
  readNotifications: { request: () => ({ path: '/v1/notifications/read', body: { ids: [] } }), ...people(200) },
  readUnread: { request: () => ({ path: '/v1/unread' }), ...people(200) },
  readLive: {
    request: async (scene) => ({ path: `/v1/live?room=${await conversationOfAuthor(scene)}` }),
    ...authorOnly(200, 404),
  },
  setRoomNotify: {
    request: async (scene) => ({
      path: `/v1/rooms/${await conversationOfAuthor(scene)}/notify`,
      body: { notify: 'none' },
    }),
    ...authorOnly(200, 404),
  },
  setRoomRead: {
    request: async (scene) => ({ path: `/v1/rooms/${await conversationOfAuthor(scene)}/read`, body: { up_to: null } }),
    ...authorOnly(200, 404),
  },
  readPushKey: { request: () => ({ path: '/v1/push/key' }), ...people(200) },
  addPushSubscription: {
    request: () => ({
      path: '/v1/push/subscriptions',
      body: { endpoint: 'https://push.example.net/a', keys: makePushKeys() },
    }),
    ...people(201),
  },
  removePushSubscription: {
    request: () => ({ path: '/v1/push/subscriptions', body: { endpoint: 'https://push.example.net/a' } }),
    ...people(200),
  },
  listPushDevices: { request: () => ({ path: '/v1/push/subscriptions' }), ...people(200) },
  removePushDevice: {
    request: async (scene) => ({ path: `/v1/push/subscriptions/${await deviceOfAuthor(scene)}` }),
    ...authorOnly(200, 404),
  },
  testPushes: { request: () => ({ path: '/v1/push/test' }), ...people(200) },
  updateGroup: {
    request: async (scene) => ({ path: `/v1/conversations/${await groupOfAuthor(scene)}`, body: { name: 'Ours' } }),
    ...authorOnly(200, 404),
  },
  addGroupMember: {
    request: async (scene) => ({
      path: `/v1/conversations/${await groupOfAuthor(scene)}/members/${(await scene.world.person(`late_${scene.cell}`)).user.username}`,
    }),
    ...authorOnly(200, 404),
  },
  removeGroupMember: {
    request: async (scene) => ({
      path: `/v1/conversations/${await groupOfAuthor(scene)}/members/${scene.cell === 0 ? 'nobody' : `mate_${scene.cell}_a`}`,
    }),
    ...authorOnly(200, 404),
  },
  readNotificationSettings: { request: () => ({ path: '/v1/notifications/settings' }), ...people(200) },
  updateNotificationSettings: {
    request: () => ({ path: '/v1/notifications/settings', body: { types: { vote: { in_app: false } } } }),
    ...people(200),
  },
};
