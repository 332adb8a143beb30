import { Assistant } from '#features/assistant/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function AiChatPage() {
  usePageTitle('AI chat');
  return <Assistant />;
}
