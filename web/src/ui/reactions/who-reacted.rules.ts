/** Names that fit into a line or two. */
const mostNames = 12;

/** "ada, bob and 3 others"; empty if nobody is known. */
export function whoReacted(reacted: { count: number; users: readonly { username: string }[] } | undefined): string {
  if (reacted === undefined || reacted.users.length === 0) return '';
  const names = reacted.users.slice(0, mostNames).map(({ username }) => username);
  const others = reacted.count - names.length;
  if (others > 0) return `${names.join(', ')} and ${others === 1 ? '1 other' : `${others} others`}`;
  return names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
