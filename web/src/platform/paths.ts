/** Every route of the app. Patterns keep their `:name`; `pathTo` fills them. */
export const routes = {
  login: '/',
  register: '/register',
  registerUsername: '/register/username',
  registerPassword: '/register/password',
  activateAccount: '/account/activate',
  activateUser: '/users/activate',
  forgotPassword: '/forgot-password',
  otp: '/otp',
  resetPassword: '/otp/reset-password',
  completeProfile: '/users/profile',
  updateProfile: '/profile/update',
  feed: '/feed',
  postUpload: '/post/upload',
  communityCreate: '/community/create',
  communities: '/communities',
  communitySettings: '/community/:handle/settings',
  settings: '/settings',
  changePassword: '/settings/password',
  ownProfile: '/profile',
  profile: '/profile/:username',
  post: '/posts/:post_id',
  chat: '/chat',
  aiChat: '/ai-chat',
  videoConference: '/vc',
  joinRoom: '/vc/join/:room_id',
  meetJoin: '/meet/join',
} as const;

export type RouteName = keyof typeof routes;

type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Parameters<Name extends RouteName> = Record<ParameterOf<(typeof routes)[Name]>, string>;

/** The keys that navigation appends to an address. */
type Query = Partial<
  Record<
    'reg_id' | 'token' | 'username' | 'reset_token' | 'next' | 'community' | 'channel' | 'conversation' | 'tab',
    string
  >
>;

/** The address of a route: `pathTo('post', {post_id})`, `pathTo('otp', {}, {username})`. Values are encoded. */
export function pathTo<Name extends RouteName>(
  name: Name,
  ...[parameters, query]: keyof Parameters<Name> extends never
    ? [parameters?: Parameters<Name>, query?: Query]
    : [parameters: Parameters<Name>, query?: Query]
): string {
  const given: Record<string, string> = parameters ?? {};
  const path = routes[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(given[key] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/**
 * Where to go after log-in: `next` when it is an address of this app, the feed otherwise. Anything that a browser could read as another origin is
 * refused, so a link cannot send a person away with a fresh session.
 */
export function safeNext(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next)) return routes.feed;
  const url = new URL(next, 'http://app.invalid');
  if (url.host !== 'app.invalid' || url.pathname === routes.login) return routes.feed;
  return url.pathname + url.search + url.hash;
}
