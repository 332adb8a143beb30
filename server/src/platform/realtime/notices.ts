import type { Notice, SendNotice, SignalNotice } from '#platform/cluster/bus.ts';
import type { FanOut } from './fan-out.ts';
import type { Handshake } from './handshake.ts';
import type { Hiding } from './hiding.ts';
import { type Membership, roomOfPerson } from './membership.ts';
import type { Rights } from './rights.ts';

interface Sockets {
  membership: Membership;
  handshake: Pick<Handshake, 'wake'>;
  hiding: Pick<Hiding, 'change'>;
  rights: Pick<Rights, 'review'>;
  fanOut: Pick<FanOut, 'sendLocally'>;
}

/** Notices that affect sockets: they remove them from rooms, disconnect them, hide things from them, or wake them. */
export type SocketNotice = Exclude<Notice, SendNotice | SignalNotice>;

/** Does what a notice of this or another process says. */
export function apply(notice: SocketNotice, { membership, handshake, hiding, rights, fanOut }: Sockets): void {
  if (notice[0] === 'leave') membership.leave(notice[1], notice[2]);
  else if (notice[0] === 'end') membership.endSessions(notice[1], notice[2], notice[3]);
  else if (notice[0] === 'hide') hiding.change({ userId: notice[1], authorId: notice[2] }, notice[3]);
  else if (notice[0] === 'wake') handshake.wake(notice[1]);
  else void review(notice, rights, fanOut);
}

async function review(
  [, room, event, json]: Extract<SocketNotice, readonly ['review', ...unknown[]]>,
  rights: Pick<Rights, 'review'>,
  fanOut: Pick<FanOut, 'sendLocally'>,
): Promise<void> {
  const out = await rights.review(room);
  fanOut.sendLocally(['send', out.map(roomOfPerson), event, json]);
}
