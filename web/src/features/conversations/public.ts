export { ConversationPane } from '#features/conversations/ConversationPane.tsx';
export { ConversationPanel } from '#features/conversations/ConversationPanel.tsx';
export { cardOptions } from '#features/conversations/card.data.ts';
export {
  conversationOptions,
  conversationRoom,
  conversationsOptions,
  prefetchConversations,
} from '#features/conversations/conversations.data.ts';
export { groupTitle, nameOf as conversationName, otherOf } from '#features/conversations/conversations.rules.ts';
export { ForwardHost } from '#features/conversations/ForwardHost.tsx';
export { GroupAvatar } from '#features/conversations/GroupAvatar.tsx';
export { LateNewGroupDialog } from '#features/conversations/late-groups.ts';
export { MessageButton } from '#features/conversations/MessageButton.tsx';
export { useClosedElsewhere } from '#features/conversations/use-closed-elsewhere.ts';
export { useConversationsLive } from '#features/conversations/use-conversations-live.ts';
export { useOpenConversation } from '#features/conversations/use-open-conversation.ts';
