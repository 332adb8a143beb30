/** How many mentions by one person notify another, in so many hours. */
const mostMentions = 20;
export const mentionHours = 1;

/** A mention of somebody by somebody else, in something. */
export interface Mention {
  userId: string;
  actorId: string | null;
  subject: string;
}

/** Leaves out mentions beyond what one person may make for another. @param known those of the last hour */
export function fewMentions<T extends Mention & { type: string }>(
  notifications: readonly T[],
  known: readonly Mention[],
): T[] {
  const subjectsOf = new Map<string, Set<string>>();
  const things = ({ userId, actorId }: Mention) => {
    const key = `${userId} ${actorId}`;
    const subjects = subjectsOf.get(key) ?? new Set();
    subjectsOf.set(key, subjects);
    return subjects;
  };
  for (const mention of known) things(mention).add(mention.subject);
  return notifications.filter((notification) => {
    if (notification.type !== 'mention') return true;
    const subjects = things(notification);
    if (subjects.size >= mostMentions && !subjects.has(notification.subject)) return false;
    subjects.add(notification.subject);
    return true;
  });
}
