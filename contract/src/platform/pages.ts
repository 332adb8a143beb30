export type PageLayout = 'full' | 'ownAside' | 'settings';

/** A page of the web app: its row has everything except its component. */
export interface PageRow {
  /** Its path. Parameters are written `:name`. */
  path: `/${string}`;
  /** Its file in `web/src/app/pages`, without the extension. */
  component: string;
  /** Open to people without a session. All other pages send them to log-in. */
  isPublic?: true;
  /**
   * `full` fills the screen and brings its own navigation; `ownAside` fills the right column itself; `settings` has the settings'
   * navigation beside it. The default is three columns.
   */
  layout?: PageLayout;
  /** The data that the server sends along with the page: a feature registers the answer under this name. */
  initialData?: string;
  /** Many people go there next, so its code is preloaded. */
  isFrequent?: true;
}

/** Every page. The router, the build, each page's initial data, share previews, and mails use this table. */
export const pages = {
  // Redirects signed-in people to the feed.
  login: { path: '/', component: 'LoginPage', isPublic: true, initialData: 'feed' },
  register: { path: '/register', component: 'RegisterEmailPage', isPublic: true, initialData: 'site' },
  registerUsername: { path: '/register/username', component: 'RegisterUsernamePage', isPublic: true },
  registerPassword: { path: '/register/password', component: 'RegisterPasswordPage', isPublic: true },
  // Used in old mails; new ones link to `activateUser`, which existing clients know.
  activateAccount: { path: '/account/activate', component: 'ActivationPage', isPublic: true },
  activateUser: { path: '/users/activate', component: 'ActivationPage', isPublic: true },
  // The link of an invite.
  invite: { path: '/invite/:code', component: 'InvitePage', isPublic: true },
  // A log-in link from the team, short enough to type: it lets its owner choose a password. Older ones lead to
  // `/welcome`.
  loginLink: { path: '/w/:code', component: 'LoginLinkPage', isPublic: true },
  oldLoginLink: { path: '/welcome', component: 'LoginLinkPage', isPublic: true },
  // The link in a mail about a log-in from a new device.
  returning: { path: '/keep-account', component: 'ReturnPage', isPublic: true },
  disown: { path: '/not-me', component: 'DisownPage', isPublic: true },
  // The links in mails about another address.
  confirmEmail: { path: '/settings/email', component: 'ConfirmEmailPage', isPublic: true },
  undoEmail: { path: '/settings/email/undo', component: 'UndoEmailPage', isPublic: true },
  forgotPassword: { path: '/forgot-password', component: 'ForgotPasswordPage', isPublic: true },
  otp: { path: '/otp', component: 'OtpPage', isPublic: true },
  // Opened from the log-in page and from mails to people who can't log in.
  appeal: { path: '/appeal', component: 'AppealPage', isPublic: true },
  resetPassword: { path: '/otp/reset-password', component: 'ResetPasswordPage', isPublic: true },

  about: { path: '/about', component: 'AboutPage', isPublic: true, initialData: 'site' },
  imprint: { path: '/about/imprint', component: 'ImprintPage', isPublic: true },
  privacyPolicy: { path: '/about/privacy', component: 'PrivacyPolicyPage', isPublic: true },
  dataLocations: { path: '/about/data', component: 'DataLocationsPage', isPublic: true },
  // The link that a new site's start prints: opened before anybody has an account.
  setUp: { path: '/setup', component: 'SetUpPage', isPublic: true },
  firstSteps: { path: '/site/first-steps', component: 'FirstStepsPage' },
  site: { path: '/site', component: 'SitePage', layout: 'ownAside' },
  siteSection: { path: '/site/:section', component: 'SitePage', layout: 'ownAside' },

  feed: { path: '/feed', component: 'FeedPage', initialData: 'feed' },
  post: {
    path: '/posts/:post_id',
    component: 'PostPage',
    layout: 'ownAside',
    initialData: 'post',
    isFrequent: true,
  },
  // The link to a message: it opens the room at that message.
  message: { path: '/messages/:message_id', component: 'MessagePage' },
  search: { path: '/search', component: 'SearchPage' },
  bookmarks: { path: '/bookmarks', component: 'BookmarksPage' },
  postUpload: { path: '/post/upload', component: 'PostUploadPage' },
  ownProfile: { path: '/profile', component: 'ProfilePage', initialData: 'ownProfile', isFrequent: true },
  profile: { path: '/profile/:username', component: 'ProfilePage', initialData: 'profile' },
  followers: { path: '/profile/:username/followers', component: 'FollowersPage' },
  following: { path: '/profile/:username/following', component: 'FollowingPage' },
  completeProfile: { path: '/users/profile', component: 'EditProfilePage' },
  updateProfile: { path: '/profile/update', component: 'EditProfilePage', layout: 'settings' },
  notifications: { path: '/notifications', component: 'NotificationsPage' },
  settings: { path: '/settings', component: 'SettingsPage', layout: 'settings' },
  accountSettings: { path: '/settings/account', component: 'AccountSettingsPage', layout: 'settings' },
  security: { path: '/settings/security', component: 'SecurityPage', layout: 'settings' },
  changePassword: { path: '/settings/password', component: 'ChangePasswordPage', layout: 'settings' },
  notificationSettings: { path: '/settings/notifications', component: 'NotificationSettingsPage', layout: 'settings' },
  privacySettings: { path: '/settings/privacy', component: 'PrivacySettingsPage', layout: 'settings' },
  blocked: { path: '/settings/blocked', component: 'BlockedPage', layout: 'settings' },
  appearance: { path: '/settings/appearance', component: 'AppearancePage', layout: 'settings' },
  yourData: { path: '/settings/data', component: 'YourDataPage', layout: 'settings' },
  decisions: { path: '/decisions', component: 'DecisionsPage', layout: 'settings' },
  communities: { path: '/communities', component: 'CommunitiesPage', layout: 'full', isFrequent: true },
  communityCreate: { path: '/community/create', component: 'CommunityCreatePage' },
  communitySettings: {
    path: '/community/:handle/settings',
    component: 'CommunitySettingsPage',
    layout: 'ownAside',
  },
  chat: { path: '/chat', component: 'ChatPage', layout: 'full', initialData: 'conversations', isFrequent: true },
  aiChat: { path: '/ai-chat', component: 'AiChatPage', layout: 'full' },
  videoConference: { path: '/vc', component: 'VideoConferencePage', layout: 'ownAside' },
  joinRoom: { path: '/vc/join/:room_id', component: 'JoinRoomPage' },
  meetJoin: { path: '/meet/join', component: 'MeetJoinPage', layout: 'full' },
} as const satisfies Record<string, PageRow>;

type Pages = typeof pages;
export type PageName = keyof Pages;
export type InitialDataName = Extract<Pages[PageName], { initialData: string }>['initialData'];

/** Every page by its name. */
export const pageEntries = Object.entries(pages) as [PageName, PageRow & { initialData?: InitialDataName }][];

/** The start pages, with and without a session. */
export const startPages = { signedIn: 'feed', signedOut: 'login' } as const satisfies Record<string, PageName>;

/** Matches a page's paths; each parameter is a named group, still encoded. */
export function pagePattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);
}

/** Paths that are never a page of the app. */
const notPages = /^\/(v1|api|media|socket\.io|docs|dev|assets|healthz|readyz|metrics)(\/|$)/;

/**
 * Whether a path shows a page of the app, even if that's "Page not found". Files have a dot in their name, pages don't.
 */
export const isPagePath = (path: string): boolean => !notPages.test(path) && !/\.[a-z0-9]{2,}$/i.test(path);
