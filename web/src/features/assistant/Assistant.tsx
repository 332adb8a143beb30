import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Menu, SquarePen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { assistantOptions } from '#features/assistant/assistant.data.ts';
import { ChatHistory } from '#features/assistant/ChatHistory.tsx';
import { Composer } from '#features/assistant/Composer.tsx';
import { ask, forgetChat, retry, stop, useChats } from '#features/assistant/chat-store.ts';
import type { Chat } from '#features/assistant/chats.rules.ts';
import { MessageList } from '#features/assistant/MessageList.tsx';
import { NotConfigured } from '#features/assistant/NotConfigured.tsx';
import { SiteLogo, useSiteName } from '#features/site/public.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

const ideas = [
  'Write a caption for a picture of a rainy street at night',
  'Explain how a sourdough starter works, in five steps',
  'Plan a weekend in the mountains for four friends',
  'Turn these notes into a friendly invitation: Saturday, 7 pm, bring a dish',
];

function Greeting({ onIdea }: { onIdea: (text: string) => void }) {
  const { name, username } = useCurrentUser();
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="mx-auto my-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8">
        <h2 className="text-balance text-center font-bold text-2xl">What can I help with, {name ?? username}?</h2>
        <ul className="grid gap-2 sm:grid-cols-2">
          {ideas.map((idea) => (
            <li key={idea}>
              <button
                type="button"
                onClick={() => onIdea(idea)}
                className="size-full min-h-14 rounded-card border border-line px-4 py-3 text-left text-muted text-sm transition-colors hover:border-line-strong hover:text-text"
              >
                {idea}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <Loading label="Loading assistant" className="mx-auto flex w-full max-w-3xl flex-1 flex-col justify-end gap-3 p-4">
      <Skeleton className="h-13 w-full rounded-full" />
    </Loading>
  );
}

function Conversation({ chat, onChat }: { chat: Chat | undefined; onChat: (chatId: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const chatId = chat?.id;
  const busy = chat?.messages.at(-1)?.state === 'writing';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat is what the effect is for
  useEffect(() => {
    // On a phone, the keyboard would cover the conversation.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [chatId]);
  const send = (text: string) => onChat(ask(chatId, text));
  return (
    <>
      {chat === undefined ? (
        <Greeting onIdea={send} />
      ) : (
        <MessageList key={chat.id} messages={chat.messages} onRetry={() => retry(chat.id)} />
      )}
      <div className="mx-auto w-full max-w-3xl px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-4">
        <Composer
          key={chatId ?? 'new'}
          chatId={chatId}
          busy={busy}
          onSend={send}
          onStop={() => chatId !== undefined && stop(chatId)}
          fieldRef={field}
        />
        <p className="pt-2 text-center text-muted text-xs">The assistant can make mistakes. Check what matters.</p>
      </div>
    </>
  );
}

function Centered({ chat, onChat }: { chat: Chat | undefined; onChat: (chatId: string) => void }) {
  const query = useQuery(assistantOptions);
  const { data } = query;
  const failure = useLoadFailure(query, 'the assistant');
  if (data?.configured) return <Conversation chat={chat} onChat={onChat} />;
  if (data !== undefined) return <NotConfigured settings={data.settings} />;
  if (failure === null) return <Waiting />;
  return (
    <div className="my-auto">
      <ErrorState {...failure}>{failure.text}</ErrorState>
    </div>
  );
}

/** A page of its own, which messages open in a new tab. */
export function Assistant() {
  const chats = useChats();
  const siteName = useSiteName();
  const { data } = useQuery(assistantOptions);
  const [search, setSearch] = useSearchParams();
  const [historyOpen, setHistoryOpen] = useState(false);
  const chat = chats.find(({ id }) => id === search.get('chat'));

  const select = (chatId: string | undefined) => {
    setHistoryOpen(false);
    if (chatId !== chat?.id) setSearch(chatId === undefined ? {} : { chat: chatId });
  };
  const history = (
    <ChatHistory
      chats={chats}
      selected={chat?.id}
      onSelect={select}
      onDelete={(chatId) => {
        forgetChat(chatId);
        if (chatId === chat?.id) setSearch({}, { replace: true });
      }}
    />
  );
  return (
    <div className="flex size-full">
      <aside
        aria-label="Chats"
        className="hidden w-[264px] shrink-0 flex-col gap-4 border-line border-r bg-surface p-3 md:flex"
      >
        <Link
          to={pathTo('feed')}
          aria-label={`${siteName}, home`}
          className="flex max-w-full self-start rounded-control p-1.5"
        >
          <SiteLogo size={28} />
        </Link>
        {history}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex min-h-14 items-center gap-1 px-2">
          <span className="md:hidden">
            <IconButton label="Chats" onClick={() => setHistoryOpen(true)}>
              <Menu size={22} aria-hidden="true" />
            </IconButton>
          </span>
          <IconButton asChild label="Back to messages">
            <Link to={pathTo('chat')}>
              <ArrowLeft size={22} aria-hidden="true" />
            </Link>
          </IconButton>
          <div className="min-w-0 flex-1">
            <h1 className="truncate font-semibold text-base leading-tight">{chat?.title ?? 'AI chat'}</h1>
            {data?.model != null && <p className="truncate text-muted text-xs">{data.model}</p>}
          </div>
          <span className="md:hidden">
            <IconButton label="New chat" onClick={() => select(undefined)}>
              <SquarePen size={20} aria-hidden="true" />
            </IconButton>
          </span>
        </header>
        <Centered chat={chat} onChat={select} />
      </div>
      <Dialog open={historyOpen} onOpenChange={setHistoryOpen} title="Chats">
        <div className="flex h-[60dvh] flex-col">{history}</div>
      </Dialog>
    </div>
  );
}
