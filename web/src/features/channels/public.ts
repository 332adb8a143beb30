export { ChannelChat } from '#features/channels/ChannelChat.tsx';
export { ChannelList } from '#features/channels/ChannelList.tsx';
export { ChannelTitle } from '#features/channels/ChannelTitle.tsx';
export { channelsOptions } from '#features/channels/channels.data.ts';
export { useChannelsLive } from '#features/channels/use-channels-live.ts';
export { useUnreadChannels } from '#features/channels/use-unread-channels.ts';
