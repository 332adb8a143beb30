import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';

/** A community with everything that happens in it. The creator holds the role admin, everyone the role user. */
export interface DemoCommunity {
  handle: string;
  name: string;
  /** A file in the pictures folder; if left out, the default picture stays. */
  picture?: string;
  by: string;
  members: readonly string[];
  roles?: readonly { name: string; permissions: readonly Permission[]; holders: readonly string[] }[];
  channels: readonly {
    name: string;
    /** Role names. */
    roles: readonly string[];
    /** `username: text`, in order. */
    said: readonly string[];
  }[];
}

export const communities: readonly DemoCommunity[] = [
  {
    handle: 'allotments',
    name: 'Allotment Friends',
    picture: 'allotment-8',
    by: 'mira_k',
    members: [
      'kwame_a',
      'oksana',
      'marlow',
      'abuelo_paco',
      'ingrid_l',
      'chen_wei',
      'jonas_hb',
      'sofia_m',
      'priya_r',
      'noor',
      'emily_wren',
      'gurpreet_s',
      'aroha',
      'omar_h',
    ],
    roles: [
      { name: 'key holders', permissions: [], holders: ['mira_k', 'kwame_a', 'oksana'] },
      { name: 'hosts', permissions: ['channel:create', 'post:create'], holders: ['kwame_a'] },
    ],
    channels: [
      {
        name: 'general',
        roles: ['user'],
        said: [
          'mira_k: Welcome, everybody. Crates with surplus go by the gate, take what you can use.',
          'kwame_a: Two bags of okra there now. And a pumpkin that nobody has admitted to.',
          'marlow: The pumpkin is mine. I panicked.',
          'ingrid_l: It already has a face. I think we have to keep it.',
          'oksana: Завтра буду на ділянці з восьмої, можу відчинити сарай.',
          'mira_k: Thank you, Oksana! I’ll come at nine with coffee.',
          'abuelo_paco: ¿Café? Entonces llego a las nueve menos cinco.',
        ],
      },
      {
        name: 'water and weather',
        roles: ['user'],
        said: [
          'mira_k: Frost on Thursday night, they say minus two. Fleece is in the hut, left shelf.',
          'priya_r: Is the tap by bed 9 meant to do that?',
          'gurpreet_s: Singing? Yes. Quarter turn back and it stops.',
          'priya_r: It stopped. I miss it a little.',
          'chen_wei: 水桶满了，可以用。',
          'kwame_a: Main tap goes off for the winter on the 28th. Fill what you need before.',
        ],
      },
      {
        name: 'shed keys',
        roles: ['key holders', 'admin'],
        said: [
          'mira_k: New code from Monday. I’ll tell you in person, not here.',
          'oksana: Добре.',
          'kwame_a: The spare is still behind the third pot?',
          'mira_k: It was. It isn’t any more. Everybody knew.',
        ],
      },
    ],
  },
  {
    handle: 'night_market_choir',
    name: 'Night Market Choir',
    picture: 'choir-5',
    by: 'lea_dubois',
    members: [
      'dina_levi',
      'sofia_m',
      'eszter_b',
      'jonas_hb',
      'noor',
      'emily_wren',
      'mateus',
      'mira_k',
      'aroha',
      'yuki_tanaka',
    ],
    roles: [
      { name: 'altos', permissions: [], holders: ['dina_levi', 'sofia_m', 'mira_k'] },
      { name: 'basses', permissions: [], holders: ['jonas_hb', 'mateus'] },
      { name: 'section leads', permissions: ['channel:create'], holders: ['dina_levi', 'jonas_hb'] },
    ],
    channels: [
      {
        name: 'rehearsals',
        roles: ['user'],
        said: [
          'lea_dubois: Jeudi 19 h 30, salle du fond. On commence par le milieu, mesure 42.',
          'eszter_b: I’ll be there from seven to warm up the piano. And myself.',
          'mateus: Posso chegar dez minutos atrasado? Trago pão de queijo.',
          'lea_dubois: With pão de queijo you may be late whenever you like.',
          'yuki_tanaka: 楽譜、印刷しておきます。',
          'emily_wren: Thank you Yuki! Could mine be the large print?',
          'mira_k: I have bed duty until seven, then I’ll run over.',
        ],
      },
      {
        name: 'altos',
        roles: ['altos', 'admin'],
        said: [
          'dina_levi: Bar 18: we breathe after "river", not before. Write it in.',
          'sofia_m: Written. Twice, in red.',
          'mira_k: I breathed in the right place today and nobody noticed.',
          'dina_levi: We noticed. We were too moved to speak.',
        ],
      },
      {
        name: 'basses',
        roles: ['basses', 'admin'],
        said: ['jonas_hb: It’s a G. It was always a G.', 'mateus: I sang it as a feeling.'],
      },
    ],
  },
  {
    handle: 'bike_kitchen',
    name: 'Bike Kitchen',
    picture: 'bicycle-6',
    by: 'amara_o',
    members: ['jonas_hb', 'mateus', 'tuan_na', 'aroha', 'dave_whitlock', 'kwame_a', 'sofia_m', 'mira_k', 'seo_yeon'],
    roles: [{ name: 'mechanics', permissions: ['channel:create'], holders: ['jonas_hb', 'tuan_na', 'dave_whitlock'] }],
    channels: [
      {
        name: 'workshop',
        roles: ['user'],
        said: [
          'amara_o: Open Saturday 10 to 2. We have tubes again, all sizes but 26.',
          'aroha: The cargo bike eats brake pads. What do you all use?',
          'jonas_hb: The red ones. Not the cheap red ones, the other red ones.',
          'tuan_na: I printed a gauge for the cable ends, there’s a box of them by the vice.',
          'dave_whitlock: It’s the washer.',
          'aroha: It was the washer.',
          'mira_k: My basket holds a whole crate of lettuce now. Thank you, Tuan.',
        ],
      },
      {
        name: 'first rides',
        roles: ['user'],
        said: [
          'amara_o: Four people rode a whole circle tonight. One of them is 71.',
          'sofia_m: ¡Mi padre no ha hablado de otra cosa en la cena!',
          'amara_o: Tell him: next week, corners.',
        ],
      },
      {
        name: 'tool list',
        roles: ['mechanics', 'admin'],
        said: ['jonas_hb: The 15 mm spanner has left us again.', 'tuan_na: It’s in my bag. I’m sorry. Again.'],
      },
    ],
  },
  {
    handle: 'repair_cafe',
    name: 'Repair Café',
    picture: 'table-12',
    by: 'dave_whitlock',
    members: ['chen_wei', 'tuan_na', 'priya_r', 'gurpreet_s', 'omar_h', 'ingrid_l'],
    channels: [
      {
        name: 'what is broken',
        roles: ['user'],
        said: [
          'ingrid_l: A toaster that only toasts one side. Philosophical, but no.',
          'chen_wei: 带来吧，星期六我看看。',
          'priya_r: My lamp flickers in Morse. It says nothing sensible.',
          'dave_whitlock: Bring all of it. And the screws. People always leave the screws at home.',
        ],
      },
    ],
  },
  {
    handle: 'library_evenings',
    name: 'Library Evenings',
    picture: 'bookshelf-6',
    by: 'yuki_tanaka',
    members: ['eszter_b', 'seo_yeon', 'emily_wren', 'mira_k', 'noor', 'lea_dubois', 'nine_lives'],
    channels: [
      {
        name: 'reading now',
        roles: ['user'],
        said: [
          'yuki_tanaka: 今月は「こころ」を読みます。第三部まで。',
          'emily_wren: I’m behind, as ever, and enjoying it, as ever.',
          'seo_yeon: 저는 두 번째 읽는 중이에요. 다르게 읽혀요.',
          'noor: هل توجد نسخة بالعربية في المكتبة؟',
          'yuki_tanaka: Yes, two. I put one aside for you.',
          'nine_lives: the cat has read page one and slept on the rest',
        ],
      },
    ],
  },
];
