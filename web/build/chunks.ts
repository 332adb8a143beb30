interface Chunk {
  /** How many pages, or parts that open later, share a module for it to be in here; 2 unless it says so. */
  sharedBy?: number;
  /** Patterns of modules' names (see `nameOf`): a star stands for anything, and braces for one of several. */
  modules: readonly string[];
}

/**
 * Which shared modules go into one file, by the file's name. A module goes into the first that names it; what none names stays with what
 * imports it, or gets a file of its own. What a page draws at first and what opens later belong into different files: a page loads
 * everything in a file of which it needs one module.
 */
const chunks: Readonly<Record<string, Chunk>> = {
  // What forms, menus and dialogs show, but no frame, feed or conversation.
  forms: {
    modules: [
      'ui/field/*',
      'features/site/site.rules',
      'icons/{camera,circle-check,circle-exclamation-point,circle-x,copy,crop,face-slightly-smiling-plus,gavel}',
      'icons/{image-up,inbox,key-round,mail-open,mail-plus,pin-off,qr-code,scale,scroll-text}',
      'icons/{shield-exclamation-point,user-plus}',
    ],
  },
  // What plays music and voice messages.
  players: { modules: ['features/posts/{AudioPlayer,playback}', 'ui/slider/*', 'icons/{eighth-notes,pause,play}'] },
  // The feed, and other pages that show posts.
  posts: {
    modules: [
      'features/posts/{ConvertingVideo,HeldBack,ImportedMark,Media{Carousel,Item},Post{Actions,Card,Menu,Skeleton},UnplayableVideo}',
      'features/posts/{chosen-feed,feed-position,feed.rules,late-{description,parts},newer.rules,post-shadows,posts.data,posts.rules}',
      'features/posts/scheduled.data',
      'features/posts/{renderings,use-post-live,use-swipe}',
      'platform/{list-box,top-bars}',
      'contract/features/posts/{posts,scheduled}.endpoints?calls',
      'icons/{arrow-big-down,arrow-big-up,file-exclamation-point,hourglass,quote,share-2}',
    ],
  },
  profiles: {
    modules: [
      'features/relations/{FollowButton,FollowsYou,follows*}',
      'features/profiles/{grid.rules,profiles.data}',
      'contract/features/profiles/profiles.endpoints?calls',
      'ui/page-header/*',
      'platform/back',
      'icons/{film,user-pen,user-x}',
    ],
  },
  // A room as it shows at first, in conversations and channels.
  rooms: {
    modules: [
      'features/rooms/{AttachButtons,ComposingNote,ConnectionNotice,DrawnRows,FileDrop,FramedImage,GroupBubble,HiddenMessage}',
      'features/rooms/Message{Attachments,Bubble,Composer,Extras,Image,Rows,Status,Timeline}',
      'features/rooms/{MutedMark,RoomActions,RoomSearchButton,RowExtras,TimelineSkeleton,TypingNotice,VoiceButton}',
      'features/rooms/{forwarding,late-*,linked-quotes.rules,message-path,pins,position.rules,room-notify-item,rows.rules}',
      'features/rooms/{seen-marks.rules,system.rules,touch.rules,typing*}',
      'features/rooms/use-{active-message,marked,message,message-actions,position,seen,touch-actions}',
      'features/conversations/ForwardHost',
      'features/presence/*',
      'features/rich-text/WritingAids',
      'ui/{file-drop/{pasted-files,useFileDrop},reactions/{Reactions,who-reacted.rules},sent-text/*,touch/use-edge-swipe}',
      'ui/emoji-picker/{EmojiPicker,insert-at-caret}',
      'icons/{bell-off,clock-3,ellipsis-vertical,paperclip,phone-missed,rotate-ccw}',
    ],
  },
  // The live connection, and what's written but not sent yet.
  connection: {
    modules: [
      'platform/{socket*,draft*,live-checks*,settled-connection}',
      'contract/features/notifications/live.endpoints?calls',
    ],
  },
  // What nearly every page draws with. Nothing in it may import the schema library, which only forms need.
  base: {
    sharedBy: 4,
    modules: [
      '*rolldown/runtime*',
      '*vite/preload-helper*',
      '{react,react-dom,scheduler,react-router,idb}/*',
      '@tanstack/{react-query,query-core}/*',
      '@radix-ui/react-{slot,compose-refs}/*',
      'lucide-react/*',
      'icons/*',
      'contract/platform/{deleted-user,formatting,headers,limits,messages,pages}',
      'contract/features/{accounts/accounts,site/site}.endpoints?calls',
      'platform/*',
      'app/{query-client,report-failure}',
      'features/accounts/accounts.data',
      'features/{moderation/report-store,relations/turned-away,rich-text/channel-names}',
      'features/site/{SiteLogo,site.data}',
      'ui/{alerts/alerts,avatar/*,button/*,card/*,count-badge/*,cx,data-saver/*,dropdown-menu/{subject-menu,DropdownMenu}}',
      'ui/{icon-button/*,late/*,layer/*,link/*,logo/*,skeleton/*,spinner/*,states/*,toast/{toasts,copy-text}}',
      'ui/{tooltip/*,touch/ignore-tap}',
    ],
  },
  // The frame of a signed-in person's pages.
  shell: {
    sharedBy: 1,
    modules: [
      'app/menus',
      'app/shell/{Shell,Aside,MobileBars,NavigationIcon,PaletteHost,ShortcutHelp,SideNavigation,destinations,use-first-screen}',
      'features/{search/palette,moderation/report-items,relations/relation-items,relations/relations.data}',
      'contract/features/{user-search/user-search,relations/relations}.endpoints?calls',
      'ui/{dropdown-menu/SubjectMenu,link-tabs/*,search-box/{LateSearchBox,SearchField},touch/PullToRefresh}',
      'icons/megaphone',
    ],
  },
  // Lists, and texts with links and names: rooms have them as well as feeds.
  lists: {
    modules: [
      '@tanstack/{react-virtual,virtual-core}/*',
      'features/rich-text/{RichText,rich-text.rules,LinkCard}',
      'ui/{gallery/late-gallery,loading-image/*,progress/*,removed-note/*}',
      'icons/image-off',
    ],
  },
  // What every page of a signed-in person loads after its first screen.
  live: {
    sharedBy: 1,
    modules: [
      'app/shell/{BlockedNotice,CallPlace,CardHost,Live,card.rules,use-messages-ahead}',
      'features/channels/use-unread',
      'features/meetings/{CallBar,CallHost,use-answer,use-calls-live}',
      'features/notifications/{push.data,use-notifications-live,use-shown}',
      'contract/features/notifications/push.endpoints?calls',
      'icons/maximize-2',
    ],
  },
  // Parts of the design system that open: first what most of them need, then what covers the page.
  controls: { modules: ['@radix-ui/{primitive,react-{context,primitive,use-*,presence,id}}/*'] },
  dialog: {
    modules: [
      '@radix-ui/react-{dialog,dismissable-layer,focus-*,portal}/*',
      '{aria-hidden,get-nonce,react-remove-scroll*,react-style-singleton,tslib,use-callback-ref,use-sidecar}/*',
      'ui/dialog/Dialog',
    ],
  },
  // Calls, which begin in rooms and go on in meetings.
  calls: {
    modules: [
      'features/meetings/{calls.*,current-call,open-call,ringing}',
      'contract/features/meetings/calls.endpoints?calls',
      'icons/{mic,phone-off,video-off}',
    ],
  },
  // Messages without how they look: conversations and channels need them, and what looks after them on other pages.
  messages: {
    modules: [
      'features/rooms/{Quote,abilities.rules,act*,chosen-files,composing,draft-*,excerpt.rules,file-boxes.rules,form-files}',
      'features/rooms/{held-pictures,message-actions,messages.data,outgoing,sent-files,stored-messages,timeline*,versions.rules}',
      'contract/features/rooms/messages.endpoints?calls',
      'icons/corner-up-right',
    ],
  },
  // What every page of a signed-in person loads after its first paint, and some before it, by what else is on it.
  places: {
    modules: [
      'features/{channels/channels,communities/communities}.{data,rules}',
      'contract/features/{channels/channels,communities/communities}.endpoints?calls',
    ],
  },
  conversations: {
    modules: [
      'features/conversations/{GroupAvatar,conversations.{data,rules},late-groups}',
      'features/conversations/use-{conversations-live,delete-conversation,open-conversation}',
      'contract/features/conversations/conversations.endpoints?calls',
    ],
  },
  notifications: {
    modules: [
      'features/notifications/notifications.{data,rules}',
      'contract/features/notifications/notifications.endpoints?calls',
    ],
  },
  // What the site says to people who aren't members yet, without the pages of its team.
  site: {
    modules: [
      'features/site/{invites,pages}.data',
      'contract/features/site/joining.endpoints?calls',
      'ui/markdown/Markdown',
    ],
  },
  // People arrive on the account screens, so their frame and form library are in one file.
  account: {
    sharedBy: 1,
    modules: [
      'react-hook-form/*',
      'ui/form/*',
      'app/shell/{AccountLayout,RoomArt}',
      'features/accounts/{AccountForm,AccountPanel,CodeField,IdentifierField,passkeys.rules}',
      'features/site/{SiteLinks,set-up-code}',
    ],
  },
};

/**
 * What patterns call a module: a library's files by its name, its icons `icons/…`, the contract's `contract/…`, and the web app's by their
 * paths in `src`, without their endings.
 */
function nameOf(id: string): string {
  return id
    .replace(/^.*\/node_modules\/(lucide-react\/dist\/esm\/(?=icons\/))?/, '')
    .replace(/^.*\/contract\/src\//, 'contract/')
    .replace(/^.*\/web\/src\//, '')
    .replace(/\.[mt]?[jt]sx?(?=$|\?)/, '');
}

/** `{a,b}*` as a regular expression; braces may be within braces. */
function patternOf(pattern: string): RegExp {
  const source = pattern.replace(/[.?]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${source.replaceAll('{', '(?:').replaceAll('}', ')').replaceAll(',', '|')}$`);
}

/** The groups for the build's option `codeSplitting`. */
export const chunkGroups = Object.entries(chunks).map(([name, { sharedBy = 2, modules }]) => {
  const patterns = modules.map(patternOf);
  return {
    name,
    minShareCount: sharedBy,
    test: (id: string) => patterns.some((pattern) => pattern.test(nameOf(id))),
    includeDependenciesRecursively: false,
  };
});
