import { useQuery } from '@tanstack/react-query';
import { conversionOptions } from '#features/rooms/conversions.data.ts';
import type { ShownFile } from '#features/rooms/shown-files.ts';

/** How far the conversion of the person's own video is, in percent; null: there's none. `messageChanged` says when it's over. */
export function useConversion({ key, converting }: ShownFile): number | null {
  const options = conversionOptions(converting?.messageId ?? '', key);
  const { data } = useQuery({ ...options, enabled: converting !== undefined });
  return converting === undefined ? null : (data ?? converting.percent);
}
