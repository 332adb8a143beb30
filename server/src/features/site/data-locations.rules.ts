import type { DataLocation } from '@hubbub/contract/features/site/site.shapes.ts';
import type { Config } from '#platform/config/config.ts';

/** The settings that send data somewhere. */
export type Leading = Pick<
  Config,
  | 'publicUrl'
  | 'databaseUrl'
  | 'databaseReplicaUrl'
  | 'redisUrl'
  | 'smtpUrl'
  | 'bucket'
  | 'mediaBaseUrl'
  | 'iceServers'
  | 'turn'
  | 'meetingUrl'
  | 'assistant'
  | 'linkPreviews'
  | 'tracing'
>;

/** The registered domain of the service at an address; undefined: it has no public name. */
export type ServiceOf = (address: string) => string | undefined;

type Services = (...addresses: readonly (string | undefined)[]) => string[];

const listed = (services: readonly string[]) => new Intl.ListFormat('en-US', { type: 'conjunction' }).format(services);

/** "at example.com", or "on a server of this site". */
const at = (services: readonly string[]) =>
  services.length > 0 ? `at ${listed(services)}` : 'on a server of this site';

/** "example.com", or "a server of this site". */
const by = (services: readonly string[]) => (services.length > 0 ? listed(services) : 'a server of this site');

function serverAndDatabase(config: Leading, services: Services): DataLocation[] {
  const database = services(config.databaseUrl, config.databaseReplicaUrl, config.redisUrl);
  const server: DataLocation = {
    kind: 'server',
    title: 'The server of this site',
    text: 'Your account, posts, comments, messages and settings are kept by this site. Its server also sees the network address of whoever opens a page.',
    services: [],
  };
  if (database.length === 0) return [server];
  const text = `The database with all of this, except for files, is ${at(database)}.`;
  return [server, { kind: 'database', title: 'Database', text, services: database }];
}

function files({ bucket, mediaBaseUrl }: Leading, services: Services): DataLocation[] {
  const kept = services(bucket?.endpoint);
  const fetched = services(mediaBaseUrl);
  if (kept.length + fetched.length === 0) return [];
  const texts = [
    `Pictures, videos and other files are kept ${at(kept)}.`,
    ...(fetched.length > 0
      ? [`Your browser gets those that aren't private from ${listed(fetched)}, which sees your network address.`]
      : []),
  ];
  const both = [...new Set([...kept, ...fetched])];
  return [{ kind: 'files', title: 'Pictures, videos and files', text: texts.join(' '), services: both }];
}

function mail({ smtpUrl }: Leading, services: Services): DataLocation[] {
  if (smtpUrl === undefined) return [];
  const through = services(smtpUrl);
  const text = `Emails to you, such as links to log in and what you asked to be told, are sent by ${by(through)}, which sees your email address and what they say.`;
  return [{ kind: 'mail', title: 'Email', text, services: through }];
}

/** Push services come with people's browsers: the server doesn't choose them. */
const push: DataLocation = {
  kind: 'push',
  title: 'Notifications on your device',
  text: "If you turn them on, they're sent by your browser's push service: usually Google's, Apple's, Mozilla's or Microsoft's. They're encrypted, so it can't read them, but it sees when you get one.",
  services: ['Google', 'Apple', 'Mozilla', 'Microsoft'],
};

function calls({ meetingUrl, iceServers, turn }: Leading, services: Services): DataLocation {
  const title = 'Calls and meetings';
  if (meetingUrl !== undefined) {
    const held = services(meetingUrl);
    const text = `Meetings are held ${at(held)}, which gets what you say and show there, and your network address.`;
    return { kind: 'calls', title, text, services: held };
  }
  const stun = services(...iceServers);
  const relays = services(...(turn?.urls ?? []));
  const texts = [
    'What you say and show goes encrypted and straight to the others in the call, so their devices learn your network address, and yours learns theirs.',
    ...(iceServers.length > 0
      ? [`To find the way, your browser asks ${by(stun)}, which sees your network address.`]
      : []),
    ...(turn ? [`Where there's no direct way, ${by(relays)} passes the call on, and can't listen in.`] : []),
  ];
  return { kind: 'calls', title, text: texts.join(' '), services: [...new Set([...stun, ...relays])] };
}

function assistant({ assistant: settings }: Leading, services: Services): DataLocation[] {
  if (!settings) return [];
  const answering = services(settings.url);
  const text = `What you write to the AI assistant is answered by ${by(answering)}, which gets the whole conversation but not who you are. It's kept in your browser, and not on this site's server.`;
  return [{ kind: 'assistant', title: 'AI assistant', text, services: answering }];
}

function links({ linkPreviews }: Leading): DataLocation[] {
  if (!linkPreviews) return [];
  const text =
    'When somebody posts or sends a link, the server opens that page once to show its title and picture. The page sees the server, and neither who wrote the link nor who reads it, until they open it themselves.';
  return [{ kind: 'links', title: 'Previews of links', text, services: [] }];
}

function traces({ tracing }: Leading, services: Services): DataLocation[] {
  const kept = services(tracing?.endpoint);
  if (kept.length === 0) return [];
  const text = `How long the server takes to answer is recorded ${at(kept)}, so that faults can be found.`;
  return [{ kind: 'traces', title: 'Technical records', text, services: kept }];
}

/** Where each kind of data goes, in words for the site's users. Only domains are listed, never machines: the host's own stay unnamed. */
export function dataLocations(config: Leading, serviceOf: ServiceOf): DataLocation[] {
  const own = serviceOf(config.publicUrl);
  const services: Services = (...addresses) => {
    const named = addresses.map((address) => (address === undefined ? undefined : serviceOf(address)));
    return [...new Set(named.filter((service) => service !== undefined && service !== own))] as string[];
  };
  return [
    ...serverAndDatabase(config, services),
    ...files(config, services),
    ...mail(config, services),
    push,
    calls(config, services),
    ...assistant(config, services),
    ...links(config),
    ...traces(config, services),
  ];
}
