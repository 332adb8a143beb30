export { ChannelChat } from '#features/channels/ChannelChat.tsx';
export { ChannelList } from '#features/channels/ChannelList.tsx';
export { ChannelTitle } from '#features/channels/ChannelTitle.tsx';
export { applyUnreadChange, channelRoom, channelsOptions, unreadOptions } from '#features/channels/channels.data.ts';
export { FirstChannel } from '#features/channels/FirstChannel.tsx';
export { LateThreadList, LateThreadTitle } from '#features/channels/late-threads.ts';
export { useChannelsLive } from '#features/channels/use-channels-live.ts';
export { useUnread } from '#features/channels/use-unread.ts';
