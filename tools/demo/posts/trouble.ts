import type { ReportReason } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import type { Topic } from './topic.ts';

/** What those two post who keep the team busy. */
export const trouble: Topic = {
  replies: [],
  posts: [
    {
      by: 'bargain_bikes',
      text: 'E-BIKES 80% OFF, TODAY ONLY. First come, first served. Message us for the payment details.',
      reach: 0,
    },
    {
      by: 'rex_p',
      text: 'To whoever parks in front of number 14: I have your license plate, I know where you live, and I’ll be waiting.',
      reach: 0,
      said: ['gurpreet_s: Rex, come and have tea before you do anything.'],
    },
  ],
};

/** A post or comment, recognized by its author and how it begins. */
export interface Quoted {
  by: string;
  start: string;
}

export interface DemoReport {
  about: { post: Quoted; comment?: Quoted } | { username: string };
  reporters: readonly { by: string; reason: ReportReason; text?: string }[];
}

const kalimba: Quoted = { by: 'marlow', start: 'Recorded this on the kalimba' };

/** A comment below somebody else's post. */
export const rudeComment = {
  by: 'rex_p',
  text: 'Nobody asked for this. Learn to play, or give it to a toddler.',
  post: kalimba,
};

/** Reports that wait for somebody to decide. */
export const openReports: readonly DemoReport[] = [
  {
    about: { post: { by: 'marlow', start: 'A robin has decided' } },
    reporters: [{ by: 'abuelo_paco', reason: 'other', text: 'Ese petirrojo trabaja conmigo desde marzo.' }],
  },
  {
    about: { post: kalimba, comment: { by: rudeComment.by, start: rudeComment.text } },
    reporters: [
      { by: 'aroha', reason: 'harassment', text: 'He does this to everybody who posts music.' },
      { by: 'yuki_tanaka', reason: 'harassment' },
    ],
  },
  {
    about: { post: { by: 'bargain_bikes', start: 'E-BIKES 80% OFF' } },
    reporters: [
      { by: 'amara_o', reason: 'spam', text: 'The third one today. The photo is from our own workshop.' },
      { by: 'tuan_na', reason: 'spam' },
      { by: 'jonas_hb', reason: 'illegal', text: 'My aunt paid. There is no bike.' },
    ],
  },
  {
    about: { username: 'bargain_bikes' },
    reporters: [{ by: 'mateus', reason: 'spam', text: 'It’s not a shop. The address is the fountain.' }],
  },
];

/** A post that's reported and, if there's a team, removed; its author appeals. */
export const threat = {
  about: { post: { by: 'rex_p', start: 'To whoever parks in front of number 14' } },
  reporters: [
    { by: 'sofia_m', reason: 'violence', text: 'Half the school run has parked there once.' },
    { by: 'omar_h', reason: 'violence' },
  ],
  removal: {
    by: 'kwame_a',
    rule: 2,
    text: 'Nobody who reads this can tell that you’re joking. Talk to them, or to us, and leave the plate out of it.',
    appeal: 'It was a joke. Everybody here knows the car, it’s my brother-in-law’s. He laughed.',
  },
} as const;

/** An advertiser whom a community bans, and who appeals. */
export const ban = {
  community: 'bike_kitchen',
  channel: 'workshop',
  username: 'bargain_bikes',
  message: 'E-BIKES 80% OFF, TODAY ONLY. Message us for the payment details.',
  reporter: { by: 'dave_whitlock', reason: 'spam', text: 'And it isn’t even the washer.' },
  by: 'amara_o',
  days: 30,
  text: 'Three adverts in one afternoon. The workshop is for repairs, so please sell your bikes somewhere else.',
  appeal:
    'We’re a small shop and only want to get people riding. We’ll post once a week at most, and only real offers.',
} as const;
