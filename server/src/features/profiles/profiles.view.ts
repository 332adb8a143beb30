import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import type { GridPost } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { getProfile } from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { type UserRow, viewUser } from '#features/accounts/public.ts';

export type Profile = EndpointAnswer<typeof getProfile>;

interface GridRow {
  id: string;
  content: string;
  file_count: number;
  file: MediaFile | null;
}

type PersonRow = Pick<
  UserRow,
  'id' | 'username' | 'name' | 'profile_path' | 'bio' | 'email' | 'show_nsfw' | 'site_role'
> & {
  /** Null: they have never posted. */
  post_count: number | null;
  posts: GridRow[];
  /** Whether the viewer has muted them. */
  muted: boolean;
  following: boolean;
  followed_by: boolean;
  follower_count: number;
  following_count: number;
};

/** Stands in for the first file of a post that has none. */
const noFile = {
  type: 'text/plain',
  path: '',
  is_nsfw: false,
  state: null,
  placeholder: null,
  poster: null,
  variants: [],
};

const viewGridPost = ({ id, content, file_count, file }: GridRow): GridPost => ({
  post_id: id,
  content,
  file_count,
  ...(file ?? noFile),
});

/** A person and a page of their posts, as a viewer sees them. */
export const viewProfile = (person: PersonRow, viewer: { userId: string }): Profile => ({
  user: {
    ...viewUser(person, viewer),
    ...(person.muted && { muted: true }),
    following: person.following,
    followed_by: person.followed_by,
    follower_count: person.follower_count,
    following_count: person.following_count,
  },
  posts: person.posts.map(viewGridPost),
  post_count: person.post_count ?? 0,
});
