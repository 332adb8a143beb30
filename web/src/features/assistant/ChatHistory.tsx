import { SquarePen, Trash2 } from 'lucide-react';
import { byAge, type Chat } from '#features/assistant/chats.rules.ts';
import { useNow } from '#platform/now.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

interface ChatHistoryProps {
  chats: readonly Chat[];
  selected: string | undefined;
  onSelect: (chatId: string | undefined) => void;
  onDelete: (chatId: string) => void;
}

/** The chats in this browser, by age, and a link to a new one. */
export function ChatHistory({ chats, selected, onSelect, onDelete }: ChatHistoryProps) {
  const now = useNow();
  const remove = async ({ id, title }: Chat) => {
    const options = { confirmLabel: 'Delete', cancelLabel: 'Cancel', danger: true };
    if (await confirm(`Delete the chat "${title}"?`, options)) onDelete(id);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <Button
        tone="secondary"
        wide
        icon={<SquarePen size={18} aria-hidden="true" />}
        onClick={() => onSelect(undefined)}
      >
        New chat
      </Button>
      <nav aria-label="Chats" className="-mx-1 flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-1">
        {chats.length === 0 && (
          <p className="px-2 text-pretty text-muted text-sm">Your chats will appear here. They stay in this browser.</p>
        )}
        {byAge(chats, now).map((group) => (
          <section key={group.label} aria-label={group.label} className="flex flex-col gap-0.5">
            <h2 className="px-3 pb-1 font-medium font-sans text-muted text-xs">{group.label}</h2>
            <ul className="flex flex-col gap-0.5">
              {group.chats.map((chat) => (
                <li key={chat.id} className="group relative">
                  <button
                    type="button"
                    aria-current={chat.id === selected ? 'page' : undefined}
                    onClick={() => onSelect(chat.id)}
                    className={cx(
                      'flex min-h-10 w-full items-center rounded-control py-1.5 pr-10 pl-3 text-left text-sm transition-colors hover:bg-raised',
                      chat.id === selected && 'bg-raised font-medium',
                    )}
                  >
                    <span className="truncate">{chat.title}</span>
                  </button>
                  <div className="absolute inset-y-0 right-0.5 flex items-center transition-opacity focus-within:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0">
                    <IconButton label={`Delete ${chat.title}`} size="sm" onClick={() => void remove(chat)}>
                      <Trash2 size={16} aria-hidden="true" />
                    </IconButton>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}
