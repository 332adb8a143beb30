import type { SettingType } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';

/** The ways in which somebody can be notified. */
export type Way = 'in_app' | 'push' | 'mail';

/** Types that aren't pushed unless somebody chooses so, because they're frequent and can wait. */
const seldomPushed: readonly SettingType[] = ['vote', 'reaction', 'community_post', 'invite'];

/** The default for a type. */
const isUsual = (type: SettingType, way: Way): boolean => way !== 'push' || !seldomPushed.includes(type);

/** The types for which somebody's choice differs from the default, by way of notification. */
export type Changed = Readonly<Record<Way, readonly SettingType[]>>;

/** Whether somebody is notified of a type in a way. */
export const isNotifiedOf = (changed: Changed, type: SettingType, way: Way): boolean =>
  isUsual(type, way) !== changed[way].includes(type);

/** The stored choices of a way after a change; types that are left out stay as they are. */
export function afterChoice(
  changed: Changed,
  way: Way,
  types: Readonly<Partial<Record<SettingType, Readonly<Partial<Record<Way, boolean | undefined>>>>>>,
): SettingType[] {
  const chosen = Object.entries(types).flatMap(([type, choice]) =>
    choice?.[way] === undefined ? [] : [[type as SettingType, choice[way]] as const],
  );
  const others = changed[way].filter((type) => !chosen.some(([one]) => one === type));
  return [...others, ...chosen.filter(([type, wanted]) => wanted !== isUsual(type, way)).map(([type]) => type)];
}
