/** What a browser says when it takes back the address that pushes are sent to, or gives another one. */
export interface Renewal {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}

const path = '/v1/push/subscriptions';

const ask = async (address: string) => await (await fetch(address, { credentials: 'same-origin' })).json();

const tell = async (method: 'POST' | 'DELETE', body: unknown) =>
  await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/**
 * Tells the server where to push from now on. Nothing happens if it doesn't push here for the person who's logged in: the address may have
 * been somebody else's.
 * @throws without a connection, or if the person has taken the permission away
 */
export async function renewPushes(manager: PushManager, { oldSubscription, newSubscription }: Renewal): Promise<void> {
  const { devices = [] } = (await ask(path)) as { devices?: { current: boolean }[] };
  if (!devices.some(({ current }) => current)) return;
  const { key } = (await ask('/v1/push/key')) as { key: string };
  const subscription =
    newSubscription ?? (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  await tell('POST', subscription);
  // Keys alone may be new.
  const gone = oldSubscription?.endpoint;
  if (gone !== undefined && gone !== subscription.endpoint) await tell('DELETE', { endpoint: gone });
}
