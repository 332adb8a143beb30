import * as accounts from './features/accounts/accounts.endpoints.ts';
import * as confirmation from './features/accounts/confirmation.endpoints.ts';
import * as email from './features/accounts/email.endpoints.ts';
import * as passkeys from './features/accounts/passkeys.endpoints.ts';
import * as security from './features/accounts/security.endpoints.ts';
import * as usernames from './features/accounts/usernames.endpoints.ts';
import * as archives from './features/archives/archives.endpoints.ts';
import * as personExport from './features/archives/person-export.endpoints.ts';
import * as assistant from './features/assistant/assistant.endpoints.ts';
import * as channels from './features/channels/channels.endpoints.ts';
import * as comments from './features/comments/comments.endpoints.ts';
import * as bans from './features/communities/bans.endpoints.ts';
import * as communities from './features/communities/communities.endpoints.ts';
import * as card from './features/conversations/card.endpoints.ts';
import * as conversations from './features/conversations/conversations.endpoints.ts';
import * as meetingCalls from './features/meetings/calls.endpoints.ts';
import * as meetings from './features/meetings/meetings.endpoints.ts';
import * as explain from './features/moderation/explain.endpoints.ts';
import * as moderation from './features/moderation/moderation.endpoints.ts';
import * as live from './features/notifications/live.endpoints.ts';
import * as notifications from './features/notifications/notifications.endpoints.ts';
import * as push from './features/notifications/push.endpoints.ts';
import * as posts from './features/posts/posts.endpoints.ts';
import * as scheduled from './features/posts/scheduled.endpoints.ts';
import * as profiles from './features/profiles/profiles.endpoints.ts';
import * as relations from './features/relations/relations.endpoints.ts';
import * as richText from './features/rich-text/rich-text.endpoints.ts';
import * as messages from './features/rooms/messages.endpoints.ts';
import * as search from './features/search/search.endpoints.ts';
import * as joining from './features/site/joining.endpoints.ts';
import * as managing from './features/site/managing.endpoints.ts';
import * as people from './features/site/people.endpoints.ts';
import * as siteSecurity from './features/site/security.endpoints.ts';
import * as site from './features/site/site.endpoints.ts';
import * as userSearch from './features/user-search/user-search.endpoints.ts';
import type { Endpoint } from './platform/endpoint.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'answer' in value;

/** Every call, by name. */
export const endpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [
    accounts,
    confirmation,
    passkeys,
    security,
    email,
    usernames,
    relations,
    site,
    siteSecurity,
    managing,
    joining,
    people,
    profiles,
    richText,
    posts,
    scheduled,
    comments,
    userSearch,
    search,
    communities,
    bans,
    channels,
    card,
    conversations,
    messages,
    moderation,
    explain,
    notifications,
    live,
    push,
    meetings,
    meetingCalls,
    assistant,
    archives,
    personExport,
  ].flatMap((module) => Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
);
