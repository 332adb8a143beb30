import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = 'notifications';
const session = 'required';

export const readPushKey = endpoint({
  method: 'GET',
  path: '/v1/push/key',
  tag,
  summary: "The server's public key, with which a browser subscribes to its pushes",
  session,
  answer: {
    status: 200,
    body: z.object({ key: z.string().meta({ description: 'A VAPID key: an uncompressed point of P-256, base64url' }) }),
  },
});

const address = z
  .string()
  .max(1024, { error: 'The address is too long.' })
  .meta({ description: 'Starts with https; as PushSubscription.toJSON() gives it' });
const key = z
  .string()
  .max(200)
  .regex(/^[\w-]+={0,2}$/, { error: 'Send base64url.' });

export const addPushSubscription = endpoint({
  method: 'POST',
  path: '/v1/push/subscriptions',
  tag,
  summary: 'Push to this browser for as long as the session lasts; a person has at most 20, of which the oldest goes',
  session,
  body: z.object({
    endpoint: address,
    expirationTime: z.number().nullable().optional(),
    keys: z.object({ p256dh: key, auth: key }),
  }),
  answer: { status: 201, body: shapes.empty },
});

export const listPushDevices = endpoint({
  method: 'GET',
  path: '/v1/push/subscriptions',
  tag,
  summary: "The caller's devices that take pushes, those added last first",
  session,
  answer: {
    status: 200,
    body: z.object({
      devices: z.array(
        z.object({
          device_id: shapes.id,
          device: z.string().meta({ description: 'What the browser says it is, for example "Firefox on Windows"' }),
          created_at: shapes.time,
          last_sent_at: shapes.time.nullable(),
          current: z.boolean().meta({ description: "Whether it's the one with which the call is made" }),
        }),
      ),
      closed: z.array(z.string()).meta({
        description:
          "Tags of what was pushed to the current one and has been read or hidden since: it needn't be shown any longer",
      }),
    }),
  },
});

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/v1/push/subscriptions/:device_id',
  tag,
  summary: "Push to one of the caller's devices no longer",
  session,
  params: z.object({ device_id: shapes.id }),
  answer: { status: 200, body: shapes.empty },
  errors: [404],
});

export const testPushes = endpoint({
  method: 'POST',
  path: '/v1/push/test',
  tag,
  summary: 'Push a test to all devices of the caller, up to 5 times in 10 minutes',
  session,
  answer: {
    status: 200,
    body: z.object({ sent: z.int().meta({ description: 'How many push services took it' }) }),
  },
});

export const removePushSubscription = endpoint({
  method: 'DELETE',
  path: '/v1/push/subscriptions',
  tag,
  summary: "Push to this browser no longer; what isn't there stays away",
  session,
  body: z.object({ endpoint: address }),
  answer: { status: 200, body: shapes.empty },
});
