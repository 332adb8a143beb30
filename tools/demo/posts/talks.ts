/** A message: its author, its text, and optionally attachments, as posts have them. */
export type Line = readonly [by: string, text: string, media?: string];

/** A line without attachments may be written as `username: text`. */
export function lineOf(said: string | Line): Line {
  if (typeof said !== 'string') return said;
  const colon = said.indexOf(': ');
  return [said.slice(0, colon), said.slice(colon + 2)];
}

/** A conversation between two people. */
export interface Talk {
  between: readonly [string, string];
  lines: readonly Line[];
  /** Who hasn't read the other's last messages yet. */
  unreadBy?: string;
  /** Who calls after that, and isn't answered. */
  missedCallBy?: string;
}

/** What people say to each other in private, oldest conversation first. */
export const talks: readonly Talk[] = [
  {
    between: ['dave_whitlock', 'mira_k'],
    lines: [
      ['mira_k', 'The tap at bed 14 drips again. Is it the washer?'],
      ['dave_whitlock', 'It’s always the washer.'],
      ['dave_whitlock', 'I have a bag of forty. Saturday after ten?'],
      ['mira_k', 'Saturday is good. There will be rhubarb cake.'],
      ['dave_whitlock', 'Then it may be two washers.'],
    ],
  },
  {
    between: ['ingrid_l', 'seo_yeon'],
    lines: [
      ['seo_yeon', 'Is the grey one still looking for a home? My cat would like to know.'],
      ['ingrid_l', 'The jumper or the wool?'],
      ['seo_yeon', 'Is there a difference to a cat?'],
      ['ingrid_l', 'Fair. Come by on Tuesday. 🧶', 'knitting-8'],
      ['seo_yeon', '좋아요! See you then.'],
    ],
  },
  {
    between: ['gurpreet_s', 'mira_k'],
    lines: [
      ['gurpreet_s', 'We’re thirty-one on Friday. How many beans can the garden spare?'],
      ['mira_k', 'All of them. Truly. Please take all of them.'],
      ['gurpreet_s', 'A gardener in August, I understand. I’ll bring the big pot.'],
    ],
  },
  {
    between: ['kwame_a', 'sofia_m'],
    lines: [
      ['kwame_a', 'Your daughter stopped a penalty with her face today. She’s fine and very proud.'],
      ['sofia_m', '¡Ay! Does she still have all her teeth?'],
      ['kwame_a', 'One fewer, but that one was loose before. She wants it framed.'],
      ['sofia_m', 'Claro que sí 😂'],
    ],
  },
  {
    between: ['yuki_tanaka', 'mira_k'],
    lines: [
      ['yuki_tanaka', 'The book about compost that you asked for is in. It’s under your name at the desk.'],
      ['mira_k', 'ありがとう! Is it as thrilling as the first one?'],
      ['yuki_tanaka', 'There’s a twist in chapter four. I’ll say no more.'],
    ],
  },
  {
    between: ['amara_o', 'mira_k'],
    lines: [
      ['amara_o', 'Late shift is over. Somebody put tomatoes on my saddle?'],
      ['mira_k', 'I would never. They grew there.', 'still-life-12'],
      ['amara_o', 'Best saddle in town. Thank you ❤️'],
      ['mira_k', 'Bicycle lesson on Sunday, still?'],
      ['amara_o', 'Ten o’clock, the car park behind the school. Bring the tall man who is afraid of bells.'],
    ],
  },
  {
    between: ['jonas_hb', 'mira_k'],
    lines: [
      ['jonas_hb', 'I have three sourdoughs and one table. You see the problem.'],
      ['mira_k', 'I see two sourdoughs too many, and I have butter.'],
      ['jonas_hb', 'Half past six?', 'table-11'],
      ['mira_k', 'I’m already putting on my shoes.'],
    ],
  },
  {
    between: ['lea_dubois', 'mira_k'],
    unreadBy: 'mira_k',
    missedCallBy: 'lea_dubois',
    lines: [
      ['mira_k', 'Can someone join the choir who has only ever sung to cucumbers?'],
      ['lea_dubois', 'Les concombres se sont plaints ?'],
      ['mira_k', 'They grew. I took it as applause.'],
      ['lea_dubois', 'Then you’re an alto. Thursday at seven, the door that squeaks.'],
      ['lea_dubois', 'Bring biscuits 🍪'],
    ],
  },
  {
    between: ['nine_lives', 'mira_k'],
    unreadBy: 'mira_k',
    lines: [
      ['nine_lives', 'you don’t know me but your shed does'],
      ['nine_lives', 'this one has slept in it for a week. is that alright', 'cat-8'],
    ],
  },
  {
    between: ['bargain_bikes', 'mira_k'],
    unreadBy: 'mira_k',
    lines: [['bargain_bikes', 'Hello dear, you have won a bike. Only the delivery is to be paid, today.', 'bicycle-3']],
  },
];
