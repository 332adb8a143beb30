import { demoDomain } from '@hubbub/contract/platform/demo.ts';

export interface Person {
  username: string;
  /** Null: a person who never set one. */
  name: string | null;
  bio: string;
  /** Whether there's a picture for this username; otherwise the default picture stays. */
  hasPicture: boolean;
}

/** Who lives in the demo world; newcomers are advised to try the first one. */
export const people: readonly Person[] = [
  {
    username: 'mira_k',
    name: 'Mira Kowalczyk',
    bio: 'Bed 14. Keeper of the shed key. If it grows, I’m interested.',
    hasPicture: true,
  },
  {
    username: 'jonas_hb',
    name: 'Jonas Brandt',
    bio: 'Bread, bicycles, basses. In that order.',
    hasPicture: true,
  },
  {
    username: 'amara_o',
    name: 'Amara Okafor',
    bio: 'Nurse on the late shift. Teaches grown-ups to ride a bicycle.',
    hasPicture: true,
  },
  {
    username: 'yuki_tanaka',
    name: '田中 ゆき',
    bio: '図書館員。編み物と早起き。',
    hasPicture: true,
  },
  {
    username: 'omar_h',
    name: 'عمر حداد',
    bio: 'عود، قهوة، وثلاثة أولاد.',
    hasPicture: true,
  },
  {
    username: 'lea_dubois',
    name: 'Léa Dubois',
    bio: 'Cheffe de chœur. Café noir, lumière du soir.',
    hasPicture: true,
  },
  {
    username: 'priya_r',
    name: 'Priya Raghunathan',
    bio: 'Bridges by day, sambar by night.',
    hasPicture: true,
  },
  {
    username: 'dave_whitlock',
    name: 'Dave Whitlock',
    bio: 'It’s the washer. It’s always the washer. Or the sock.',
    hasPicture: true,
  },
  {
    username: 'chen_wei',
    name: '陈伟',
    bio: '修东西，包饺子，种黄瓜。',
    hasPicture: true,
  },
  {
    username: 'sofia_m',
    name: 'Sofía Martínez Ibáñez',
    bio: 'Contralto. Madre de una portera. Carril bici, por favor.',
    hasPicture: true,
  },
  {
    username: 'gurpreet_s',
    name: 'Gurpreet Singh',
    bio: 'Lollipop man, 7:40 to 8:20. Open kitchen on Fridays, everybody welcome.',
    hasPicture: true,
  },
  {
    username: 'noor',
    name: 'نور الزهراء',
    bio: 'أم، طباخة، وصديقة القطط.',
    hasPicture: true,
  },
  {
    username: 'ingrid_l',
    name: 'Ingrid Løvås',
    bio: 'Wool, wind, and opinions on both.',
    hasPicture: true,
  },
  {
    username: 'kwame_a',
    name: 'Kwame Asante',
    bio: 'Coach of the under-9s. Bring a second pair of socks.',
    hasPicture: true,
  },
  { username: 'nine_lives', name: null, bio: 'there’s a cat involved', hasPicture: false },
  {
    username: 'seo_yeon',
    name: '김서연',
    bio: '산책하는 디자이너. 고양이가 주인입니다.',
    hasPicture: true,
  },
  {
    username: 'mateus',
    name: 'Mateus Ferreira da Silva',
    bio: 'Bicicletas, azulejos e pão de queijo.',
    hasPicture: true,
  },
  {
    username: 'oksana',
    name: 'Оксана Шевчук',
    bio: 'Сад, діти, море.',
    hasPicture: true,
  },
  {
    username: 'abuelo_paco',
    name: 'Francisco José María de los Ángeles Gómez Ruiz',
    bio: 'Jubilado con mucho trabajo.',
    hasPicture: true,
  },
  {
    username: 'emily_wren',
    name: 'Emily Wren 🌿',
    bio: 'Printmaker. Walks slowly, looks up.',
    hasPicture: true,
  },
  {
    username: 'tuan_na',
    name: 'Nguyễn Anh Tuấn',
    bio: 'Prints small plastic parts. Keeper of one parrot.',
    hasPicture: true,
  },
  {
    username: 'dina_levi',
    name: 'דינה לוי',
    bio: 'אלט שנייה, עוגיות ראשונה. Second alto, first at the biscuits.',
    hasPicture: true,
  },
  {
    username: 'marlow',
    name: 'Marlow',
    bio: 'Amateur in the best sense.',
    hasPicture: true,
  },
  {
    username: 'eszter_b',
    name: 'Eszter Bodnár',
    bio: 'Piano, pie, patience. Two of the three.',
    hasPicture: true,
  },
  {
    username: 'aroha',
    name: 'Aroha Ngata',
    bio: 'Ata mārie. Cargo bike, cello case, two kids.',
    hasPicture: true,
  },
];

/** Two who keep the team busy; they don't vote or comment like the others. */
const troublemakers: readonly Person[] = [
  {
    username: 'bargain_bikes',
    name: 'Bargain Bikes',
    bio: 'Best bikes, best prices. Every day is the last day.',
    hasPicture: false,
  },
  { username: 'rex_p', name: 'Rex Palmer', bio: 'I say what I think.', hasPicture: false },
];

export const everyone: readonly Person[] = [...people, ...troublemakers];

export const emailOf = (username: string): string => `${username}@${demoDomain}`;

/** The same for everyone: the demo world is for looking around. */
export const demoPassword = 'hello-neighbour';
