import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { reactorsOptions } from '#features/rooms/messages.data.ts';
import { whoReacted } from '#ui/reactions/who-reacted.rules.ts';

/** Who has reacted to a message, by emoji, where nothing can be pointed at. */
export function ReactorsList({ message: { _id: id, reactions = [] } }: { message: Message }) {
  const { data } = useQuery({ ...reactorsOptions(id), enabled: reactions.length > 0 });
  if (data === undefined || data.length === 0) return null;
  return (
    <ul aria-label="Who reacted" className="flex max-h-40 flex-col gap-1 overflow-y-auto px-2 text-sm">
      {data.map((reaction) => (
        <li key={reaction.emoji} className="flex gap-2">
          <span>{reaction.emoji}</span>
          <bdi className="[overflow-wrap:anywhere]">{whoReacted(reaction)}</bdi>
        </li>
      ))}
    </ul>
  );
}
