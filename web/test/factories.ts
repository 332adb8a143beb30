import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import type { Community, Member } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import {
  type NotificationSettings,
  settingTypes,
} from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { Notification } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { Message, Sender } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import type { Author, User } from '@hubbub/contract/platform/shapes.ts';

/** Data as the server answers it. Each item gets its own id, and later ones are newer. */
let count = 0;

const nextId = () => {
  count += 1;
  return String(count).padStart(16, '0');
};

const timeOf = (id: string) => new Date(Date.UTC(2026, 10, 20, 12) + Number(id) * 60_000).toISOString();

const author = (username = 'ada'): Author => ({ username, name: null, profile_path: '/profiles/default.png' });

export function makeUser(given: Partial<User> = {}): User {
  const id = nextId();
  return { ...author(`user${Number(id)}`), user_id: id, _id: id, bio: '', show_nsfw: false, ...given };
}

export const makeSender = (username: string): Sender => ({
  ...author(username),
  _id: `id of ${username}`,
  name: username,
});

export function makePost(given: Partial<Post> = {}): Post {
  const id = nextId();
  return {
    post_id: id,
    content: `Post ${Number(id)}.`,
    created_at: timeOf(id),
    user: author(),
    stats: { upvote_count: 0, downvote_count: 0, comment_count: 0 },
    vote_type: 0,
    files: [],
    community: null,
    bookmarked: false,
    poll: null,
    quote: null,
    edited_at: null,
    viewer: { can_delete: false, can_edit: false },
    ...given,
  };
}

/** A picture that's ready. */
export function makeFile(given: Partial<MediaFile> = {}): MediaFile {
  const id = nextId();
  return {
    file_id: id,
    path: `/${id}.jpg`,
    type: 'image/jpeg',
    is_nsfw: false,
    state: 'ready',
    width: 800,
    height: 600,
    duration: null,
    placeholder: null,
    poster: null,
    variants: [],
    alt: null,
    ...given,
  };
}

export function makeComment(given: Partial<Comment> = {}): Comment {
  const id = nextId();
  const content = `Comment ${Number(id)}`;
  return {
    comment_id: id,
    post_id: '1',
    content,
    created_at: timeOf(id),
    user: author(),
    parent_id: null,
    reply_to: null,
    reply_count: 0,
    edited_at: null,
    deleted: false,
    can_edit: false,
    can_delete: false,
    reactions: [],
    ...given,
  };
}

export function makeMessage(given: Partial<Message> = {}): Message {
  const id = nextId();
  return {
    _id: id,
    conversation: 'room',
    sender: makeSender('ada'),
    message: `Message ${Number(id)}`,
    imageUrl: null,
    image: null,
    createdAt: timeOf(id),
    ...given,
  };
}

export function makeConversation(other: string, own: User, given: Partial<Conversation> = {}): Conversation {
  const id = nextId();
  return {
    _id: id,
    members: [
      { ...makeSender(other), read_id: null, online: null, mobileNumber: '' },
      { ...makeSender(own.username), _id: own.user_id, read_id: id, online: true, mobileNumber: '' },
    ],
    last_message: `Hello from ${other}`,
    last_message_id: id,
    last_message_at: timeOf(id),
    last_message_sender: `id of ${other}`,
    last_message_has_image: false,
    unread: 0,
    notify: 'all',
    read_id: id,
    created_at: timeOf(id),
    updated_at: timeOf(id),
    ...given,
  };
}

/** A group of the caller with others, by their usernames. */
export function makeGroup(others: readonly string[], own: User, given: Partial<Conversation> = {}): Conversation {
  const group = makeConversation('nobody', own);
  const [owner = 'nobody'] = others;
  return {
    ...group,
    is_group: true,
    name: null,
    profile_path: '/profiles/default.png',
    owner: makeSender(owner),
    members: [
      ...others.map((name) => ({ ...makeSender(name), read_id: null, online: null, mobileNumber: '' as const })),
      ...group.members.slice(1),
    ],
    last_message_sender: `id of ${owner}`,
    last_message_system: null,
    ...given,
  };
}

export function makeCommunity(handle: string, given: Partial<Community> = {}): Community {
  return {
    community_id: nextId(),
    community_handle: handle,
    name: handle,
    profile_path: '/profiles/default.png',
    member_count: 3,
    joined: false,
    visibility: 'public',
    description: '',
    can_post: false,
    banned: false,
    ...given,
  };
}

export const makeSite = (given: Partial<Site> = {}): Site => ({
  name: 'Hubbub',
  description: '',
  rules: [],
  registration: 'open',
  logo_path: null,
  contact: '',
  languages: [],
  pages: [],
  rules_tick: false,
  previews: true,
  run_by: [],
  ...given,
});

export const makeMember = (username: string): Member => ({ ...author(username), roles: [], online: null });

/** Settings of somebody who hasn't chosen anything, except for these. */
export const makeNotificationSettings = (given: Partial<NotificationSettings> = {}): NotificationSettings => ({
  types: Object.fromEntries(
    settingTypes.map((type) => [type, { in_app: true, push: true, mail: true }]),
  ) as NotificationSettings['types'],
  mail: 'off',
  quiet: null,
  previews: true,
  ringtone: true,
  read_marks: true,
  presence: true,
  messages_from: 'everyone',
  ...given,
});

export function makeNotification(given: Partial<Notification> = {}): Notification {
  const id = nextId();
  const actor = author('bob');
  return {
    _id: id,
    group: `vote:${id}`,
    type: 'vote',
    created_at: timeOf(id),
    read: false,
    actor,
    actors: [actor],
    others: 0,
    text: 'bob liked your post',
    excerpt: `Post ${Number(id)}.`,
    url: `/posts/${id}`,
    ...given,
  };
}
