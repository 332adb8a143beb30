/** A day for people, in UTC: "November 30, 2026". */
export const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A moment for people, in UTC: "November 30, 2026 at 9:15 AM". */
export const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
