/** How long a ban can last. */
export const banLengths = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'none', label: 'No end' },
] as const;
export type BanLength = (typeof banLengths)[number]['value'];

/** The days of a length as the server takes them; undefined for a ban without an end. */
export function daysOf(length: BanLength): number | undefined {
  return length === 'none' ? undefined : Number(length);
}
