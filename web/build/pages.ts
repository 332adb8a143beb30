import { type RouteName, routes } from '../src/platform/paths.ts';

const accountPages: Partial<Record<RouteName, string>> = {
  login: 'LoginPage',
  register: 'RegisterEmailPage',
  registerUsername: 'RegisterUsernamePage',
  registerPassword: 'RegisterPasswordPage',
  activateAccount: 'ActivationPage',
  activateUser: 'ActivationPage',
  forgotPassword: 'ForgotPasswordPage',
  otp: 'OtpPage',
  resetPassword: 'ResetPasswordPage',
};

const signedInPages: Partial<Record<RouteName, string>> = {
  feed: 'FeedPage',
  post: 'PostPage',
  postUpload: 'PostUploadPage',
  ownProfile: 'ProfilePage',
  profile: 'ProfilePage',
  completeProfile: 'EditProfilePage',
  updateProfile: 'EditProfilePage',
  settings: 'SettingsPage',
  changePassword: 'ChangePasswordPage',
  communities: 'CommunitiesPage',
  communityCreate: 'CommunityCreatePage',
  communitySettings: 'CommunitySettingsPage',
  chat: 'ChatPage',
  aiChat: 'AiChatPage',
  videoConference: 'VideoConferencePage',
  joinRoom: 'JoinRoomPage',
  meetJoin: 'MeetJoinPage',
};

const inFrame = (frame: string, pages: Partial<Record<RouteName, string>>) =>
  Object.entries(pages).map(([name, page]) => [
    routes[name as RouteName],
    [`src/app/shell/${frame}.tsx`, `src/app/pages/${page}.tsx`],
  ]);

/** What the router imports for each route: the frame and the page. */
export const pages: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...inFrame('AccountLayout', accountPages),
  ...inFrame('Shell', signedInPages),
]);
