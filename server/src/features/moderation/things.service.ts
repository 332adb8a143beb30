import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import type { ReportKind } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { Removed } from '@hubbub/contract/platform/shapes.ts';
import type { Db, Tx } from '#platform/database/database.ts';

/** The facts about a thing that a report stores. */
export interface ReportedThing {
  /** Doesn't change when the thing is renamed. */
  id: string;
  authorId: string | null;
  communityId: string | null;
  /** For a message: the id after which the reporter can read the room. */
  since: number;
  /** Its text now, if its author can edit it. */
  content?: string;
}

/** A thing as moderators see it. */
export interface ShownThing {
  /** As calls name it: a person by username, a community by handle. */
  id: string;
  authorId: string | null;
  content: string;
  files: MediaFile[];
  /** Whether a moderator removed it. */
  isRemoved: boolean;
  context: Message[];
  postId: string | null;
}

/** Somebody who reported a thing. */
export interface Reporter {
  userId: string;
  at: Date;
}

/** A thing to show. `since` and its reporters decide which of the messages around it moderators see. */
interface Wanted {
  id: string;
  since: number;
  reporters: readonly Reporter[];
}

/** A kind of thing that can be reported. Each feature exports one from its public.ts, and app/moderation-ports.ts collects them. */
export interface Reportable {
  kind: ReportKind;
  /** A thing, named as in calls, that a person can see and so may report. */
  find(tx: Db, id: string, viewerId: string): Promise<ReportedThing | undefined>;
  /** Things by `ReportedThing.id`; those that are gone are left out. */
  context(wanted: readonly Wanted[]): Promise<Map<string, ShownThing>>;
  /** Ids of the things that these files are attached to. */
  showing?(paths: readonly string[]): Promise<string[]>;
  /** Hides it from all but its author and moderators. @returns whether it existed and wasn't hidden already */
  remove?(tx: Tx, id: string, removal: Removed): Promise<boolean>;
  /** Shows it again exactly as it was. */
  restore?(tx: Tx, id: string): Promise<void>;
}

/** All nouns that can be reported. */
export type Things = ReadonlyMap<ReportKind, Reportable>;

export const thingsOf = (list: readonly Reportable[]): Things => new Map(list.map((each) => [each.kind, each]));

/** The things that rows refer to, by `kind` and id. */
export async function showThings(
  things: Things,
  rows: readonly {
    kind: ReportKind | null;
    thing_id: string | null;
    since?: number;
    reporters?: readonly Reporter[];
  }[],
): Promise<(row: { kind: ReportKind | null; thing_id: string | null }) => ShownThing | undefined> {
  const byKind = Map.groupBy(
    rows.filter(({ kind, thing_id }) => kind !== null && thing_id !== null),
    ({ kind }) => kind as ReportKind,
  );
  const shown = new Map<string, ShownThing>();
  for (const [kind, wanted] of byKind) {
    const asked = wanted.map(({ thing_id, since = 0, reporters = [] }) => ({
      id: thing_id as string,
      since,
      reporters,
    }));
    const found = await things.get(kind)?.context(asked);
    for (const [id, thing] of found ?? []) shown.set(`${kind} ${id}`, thing);
  }
  return ({ kind, thing_id }) => shown.get(`${kind} ${thing_id}`);
}
