import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { Line } from './talks.ts';
import type { DemoPost } from './topic.ts';

/** A channel with everything that's said there. */
export interface DemoChannel {
  name: string;
  topic?: string;
  /** What it stands under in the list. */
  category?: string;
  /** People talk in it instead of writing. */
  isVoice?: boolean;
  /** Seconds between two messages of one person, once everything is said. */
  slowMode?: number;
  /** Role names. */
  roles: readonly string[];
  /** In order. */
  said: readonly (string | Line)[];
  /** The place of a line that the community's creator pins. */
  pinned?: number;
  /** Places of lines that somebody saves. */
  saved?: { by: string; lines: readonly number[] };
  /** What's said in threads, by the place of the line they're about. */
  threads?: readonly { about: number; said: readonly (string | Line)[] }[];
}

/** A community with everything that happens in it. The creator holds the role admin, everyone the role user. */
export interface DemoCommunity {
  handle: string;
  name: string;
  /** A file in the pictures folder; if left out, the default picture stays. */
  picture?: string;
  description: string;
  /** Only members know of it. */
  isPrivate?: boolean;
  by: string;
  members: readonly string[];
  roles?: readonly { name: string; permissions: readonly Permission[]; holders: readonly string[] }[];
  /** In the order of the list. */
  channels: readonly DemoChannel[];
  /** Its members may post, unless there are none. */
  posts?: readonly DemoPost[];
}

export const communities: readonly DemoCommunity[] = [
  {
    handle: 'allotments',
    name: 'Allotment Friends',
    picture: 'allotment-8',
    description: 'Beds, balconies and beans around Elm Street. Whatever you have too much of, somebody here can cook.',
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
        topic: 'Frost, taps and butts. Say it here before you turn something off.',
        category: 'On the beds',
        roles: ['user'],
        pinned: 5,
        saved: { by: 'mira_k', lines: [2, 5] },
        said: [
          'mira_k: Frost on Thursday night, they say minus two. Fleece is in the hut, left shelf.',
          'priya_r: Is the tap by bed 9 meant to do that?',
          'gurpreet_s: Singing? Yes. Quarter turn back and it stops.',
          'priya_r: It stopped. I miss it a little.',
          'chen_wei: 水桶满了，可以用。',
          'kwame_a: Main tap goes off for the winter on the 28th. Fill what you need before.',
          'mira_k: @everyone Minus four tonight, not minus two. Cover what you love.',
          ['marlow', 'Covered. The robin helped.', 'leaves-2 leaves-6'],
        ],
        threads: [
          {
            about: 0,
            said: [
              'oksana: Я візьму два шматки для полуниці.',
              'mira_k: Take three, yours are the furthest from the wall.',
              'kwame_a: I brought the old curtains. They are fleece now.',
              'ingrid_l: With the little boats? The cabbages will dream of the sea.',
            ],
          },
        ],
      },
      {
        name: 'shed keys',
        topic: 'Who has which key. Codes only in person.',
        category: 'On the beds',
        roles: ['key holders', 'admin'],
        said: [
          'mira_k: New code from Monday. I’ll tell you in person, not here.',
          'oksana: Добре.',
          'kwame_a: The spare is still behind the third pot?',
          'mira_k: It was. It isn’t any more. Everybody knew.',
        ],
      },
      {
        name: 'surplus',
        topic: 'Too much of something? One message each, and a picture if it’s a marrow.',
        category: 'Swaps and tea',
        roles: ['user'],
        slowMode: 60,
        said: [
          'omar_h: Six jars of fig jam by the gate. Bring the jars back, I know how many there were.',
          'emily_wren: I took two and left you chives.',
          'noor: عندي نعناع كثير، من يريد؟',
          'kwame_a: Me. For tea. A lot of tea.',
        ],
      },
      { name: 'tea break', category: 'Swaps and tea', isVoice: true, roles: ['user'], said: [] },
    ],
    posts: [
      {
        by: 'kwame_a',
        text: 'The last watering can walked off again. If it’s with you: no questions, just put it back under the tap.',
        reach: 2,
        said: [
          'marlow: It’s with me. It has a robin in it. I don’t know what to do.',
          'mira_k: Then it stays with you.',
        ],
      },
      {
        by: 'mira_k',
        text: 'Compost arrives on Friday at eight, two cubic meters. Whoever brings a wheelbarrow gets coffee, whoever brings two gets cake.',
        media: 'allotment-4',
        reach: 2,
        said: ['abuelo_paco: Llevo tres.', 'oksana: Я з подругою, теж дві.'],
      },
    ],
  },
  {
    handle: 'night_market_choir',
    name: 'Night Market Choir',
    picture: 'choir-5',
    description: 'Four parts, fifty-two voices, no auditions. Thursdays at half past seven, the door that squeaks.',
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
        topic: 'Thursdays, 19:30, the room at the back',
        roles: ['user'],
        pinned: 0,
        threads: [
          {
            about: 5,
            said: ['yuki_tanaka: もちろん。大きい字で二部。', 'emily_wren: Two! One to sing from, one to lose.'],
          },
        ],
        said: [
          'lea_dubois: Jeudi 19 h 30, salle du fond. On commence par le milieu, mesure 42.',
          'eszter_b: I’ll be there from seven to warm up the piano. And myself.',
          'mateus: Posso chegar dez minutos atrasado? Trago pão de queijo.',
          'lea_dubois: With pão de queijo you may be late whenever you like.',
          'yuki_tanaka: 楽譜、印刷しておきます。',
          'emily_wren: Thank you Yuki! Could mine be the large print?',
          'mira_k: I have bed duty until seven, then I’ll run over.',
          ['lea_dubois', 'Le programme du concert. Gardez-le pour vous jusqu’à jeudi.', 'document:running-order.pdf'],
        ],
      },
      {
        name: 'altos',
        category: 'Sections',
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
        category: 'Sections',
        roles: ['basses', 'admin'],
        said: ['jonas_hb: It’s a G. It was always a G.', 'mateus: I sang it as a feeling.'],
      },
      { name: 'warm-up', isVoice: true, category: 'Sections', roles: ['user'], said: [] },
    ],
    posts: [
      {
        by: 'lea_dubois',
        text: 'Les partitions du concert sont dans l’armoire verte. Prenez-en une, rendez-en une.',
        reach: 2,
        said: ['dina_levi: The green cupboard is blue since Thursday. It’s the same cupboard.'],
      },
    ],
  },
  {
    handle: 'bike_kitchen',
    name: 'Bike Kitchen',
    picture: 'bicycle-6',
    description: 'We lend tools and show you how. You do the repair yourself, and have tea.',
    by: 'amara_o',
    members: ['jonas_hb', 'mateus', 'tuan_na', 'aroha', 'dave_whitlock', 'kwame_a', 'sofia_m', 'mira_k', 'seo_yeon'],
    roles: [{ name: 'mechanics', permissions: ['channel:create'], holders: ['jonas_hb', 'tuan_na', 'dave_whitlock'] }],
    channels: [
      {
        name: 'workshop',
        topic: 'Ask before you cut anything.',
        roles: ['user'],
        said: [
          'amara_o: Open Saturday 10 to 2. We have tubes again, all sizes but 26.',
          'aroha: The cargo bike eats brake pads. What do you all use?',
          'jonas_hb: The red ones. Not the cheap red ones, the other red ones.',
          'tuan_na: I printed a gauge for the cable ends, there’s a box of them by the vice.',
          'dave_whitlock: It’s the washer.',
          'aroha: It was the washer.',
          'mira_k: My basket holds a whole crate of lettuce now. Thank you, Tuan.',
          ['seo_yeon', '@jonas_hb It makes this sound since Sunday. The bell is not supposed to.', 'sound:bells'],
          'jonas_hb: That’s not your bell. That’s the tower.',
        ],
      },
      {
        name: 'first rides',
        topic: 'For everybody who learns to ride as a grown-up',
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
    description: 'Bring it broken, with all of its screws. First Saturday of the month.',
    by: 'dave_whitlock',
    members: ['chen_wei', 'tuan_na', 'priya_r', 'gurpreet_s', 'omar_h', 'ingrid_l'],
    channels: [
      {
        name: 'what is broken',
        topic: 'What it is, and what it does instead',
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
    description: 'One book a month, in whichever language you like. Nobody has to finish it.',
    by: 'yuki_tanaka',
    members: ['eszter_b', 'seo_yeon', 'emily_wren', 'mira_k', 'noor', 'lea_dubois', 'nine_lives'],
    channels: [
      {
        name: 'reading now',
        topic: 'This month: Kokoro',
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
