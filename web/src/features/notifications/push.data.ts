import * as endpoints from '@hubbub/contract/features/notifications/push.endpoints.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** How pushes reach this browser. */
interface PushSupport {
  manager: PushManager;
  subscription: PushSubscription | null;
}

/** Whether this browser can show pushes, once the app's worker runs. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** How pushes reach this browser. The worker starts a moment after the first page. */
const supportOptions = queryOptions({
  queryKey: ['push support'],
  queryFn: async (): Promise<PushSupport> => {
    const { pushManager: manager } = await navigator.serviceWorker.ready;
    return { manager, subscription: await manager.getSubscription() };
  },
  networkMode: 'always',
  staleTime: Number.POSITIVE_INFINITY,
});

/** Undefined: it isn't known yet. */
export function usePushSupport(): PushSupport | undefined {
  const { data: support } = useQuery({ ...supportOptions, enabled: canPush() });
  const { data: devices } = useQuery({ ...devicesOptions, enabled: support != null && support.subscription !== null });
  // The server forgets a device when its session ends or nothing reaches it; the browser doesn't learn of it.
  const isForgotten = devices?.every(({ current }) => !current) ?? false;
  return support && isForgotten ? { ...support, subscription: null } : support;
}

/** What a push needs, as the server takes it. */
function bodyOf(subscription: PushSubscription) {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
}

/** The person has blocked notifications, and the browser won't ask again. */
export class PushDenied extends Error {
  override readonly name = 'PushDenied';
}

/** @throws {PushDenied} */
async function subscribe({ manager }: PushSupport): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied();
  const { key } = await call(endpoints.readPushKey, {});
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await call(endpoints.addPushSubscription, { body: bodyOf(subscription) });
  return subscription;
}

async function unsubscribe({ subscription }: PushSupport): Promise<null> {
  if (subscription) {
    await call(endpoints.removePushSubscription, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return null;
}

/** The person's devices that take pushes. */
export const devicesOptions = queryOptions({
  queryKey: ['push devices'],
  queryFn: async ({ signal }) => (await call(endpoints.listPushDevices, {}, { signal })).devices,
});

/** The tags of notifications on this device that no longer need to be shown. */
export const closedTags = async (): Promise<readonly string[]> => (await call(endpoints.listPushDevices, {})).closed;

/** Takes one of the person's devices away. */
export function useRemoveDevice() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (device_id: string) => call(endpoints.removePushDevice, { params: { device_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: devicesOptions.queryKey }),
  });
}

/** Sends a test to all of the person's devices. */
export function useTestPushes() {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: async () => (await call(endpoints.testPushes, {})).sent,
    onSettled: () => client.invalidateQueries({ queryKey: devicesOptions.queryKey }),
  });
}

/** Turns pushes to this browser on and off. */
export function useSwitchPush(support: PushSupport | undefined) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    onSettled: () => client.invalidateQueries({ queryKey: devicesOptions.queryKey }),
    mutationFn: async (isOn: boolean): Promise<PushSubscription | null> => {
      if (support === undefined) return null;
      return isOn ? await subscribe(support) : await unsubscribe(support);
    },
    onSuccess: (subscription) =>
      void client.setQueryData(supportOptions.queryKey, (known) => known && { ...known, subscription }),
  });
}
