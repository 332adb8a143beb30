import type { MessageRoom } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { findOptions } from '#features/search/search.data.ts';

const nameOf = ({ kind, name, community_handle }: MessageRoom) =>
  name !== null && community_handle !== null && kind !== 'thread' ? `# ${name}` : name;

/**
 * The one room that's searched, if it is: its id, and its name as far as it's known. Somebody who follows a link knows it once something
 * is found there.
 */
export function useSearchedRoom(): { id: string; name: string } | undefined {
  const [search] = useSearchParams();
  const id = search.get('room');
  const { data: found } = useInfiniteQuery({
    ...findOptions(search.get('query') ?? '', ['messages'], id ?? undefined),
    enabled: false,
  });
  const [known] = found?.pages.flatMap(({ messages = [] }) => messages).filter(({ room }) => room.room_id === id) ?? [];
  const { state } = useLocation();
  if (id === null) return undefined;
  const name: unknown = state?.roomName ?? (known && nameOf(known.room));
  return { id, name: typeof name === 'string' ? name : 'this room' };
}
