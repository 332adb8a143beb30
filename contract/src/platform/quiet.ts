/** Whether a moment is in somebody's quiet hours, which may span midnight. If both times are the same, it always is. */
export function isQuietAt(quiet: { from: string; to: string; timezone: string } | null, now: Date): boolean {
  if (quiet === null) return false;
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: quiet.timezone } as const;
  const time = new Intl.DateTimeFormat('en-GB', format).format(now);
  const { from, to } = quiet;
  return from < to ? time >= from && time < to : time >= from || time < to;
}
