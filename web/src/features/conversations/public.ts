export { ConversationPane } from '#features/conversations/ConversationPane.tsx';
export { ConversationPanel } from '#features/conversations/ConversationPanel.tsx';
export { ForwardHost } from '#features/conversations/ForwardHost.tsx';
export { MessageButton } from '#features/conversations/MessageButton.tsx';
export { useClosedElsewhere } from '#features/conversations/use-closed-elsewhere.ts';
export { useConversationsLive } from '#features/conversations/use-conversations-live.ts';
