import type { NotificationSettings } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { announced } from './team.ts';
import type { Quoted } from './trouble.ts';

type Chosen = { by: string } & Pick<NotificationSettings, 'mail'> & Partial<Omit<NotificationSettings, 'types'>>;

/** What people choose to be told, and show others. Whoever isn't here has what the site proposes. */
export const settings: readonly Chosen[] = [
  // Strangers' messages wait for her as requests.
  { by: 'mira_k', mail: 'weekly', messages_from: 'known' },
  { by: 'amara_o', mail: 'daily', quiet: { from: '08:00', to: '15:00', timezone: 'Europe/London' } },
  { by: 'ingrid_l', mail: 'weekly', presence: false, read_marks: false },
];

export const muted = [
  { by: 'jonas_hb', username: 'bargain_bikes' },
  { by: 'sofia_m', username: 'rex_p' },
] as const;

/** What somebody has written ahead, and after how many days it's published. */
export const scheduled = {
  by: 'mira_k',
  text: 'Seed swap at the hut, Saturday at ten. Bring what you saved, take what you’ll sow. Unlabelled envelopes are half the fun.',
  days: 14,
};

/** Who saves posts, and which, the first one first. */
export const reader = 'mira_k';
export const saved: readonly Quoted[] = [
  { by: 'jonas_hb', start: 'Wrote down what we learnt about old radios' },
  { by: 'yuki_tanaka', start: '夕焼けの湖' },
  announced,
];
