import type { Look } from './pictures/avatar.ts';

export interface Person {
  username: string;
  /** Null: a person who never gave one. */
  name: string | null;
  bio: string;
  /** Null: keeps the default picture. */
  look: Look | null;
}

const deep = '#5c3a21';
const brown = '#8d5524';
const tan = '#c68642';
const olive = '#e0ac69';
const light = '#f1c7a0';
const pale = '#ffdbc4';

/** Everybody of the demo world; the first is the one whom a newcomer is advised to try. */
export const people: readonly Person[] = [
  {
    username: 'mira_k',
    name: 'Mira Kowalczyk',
    bio: 'Bed 14. Keeper of the shed key. If it grows, I am interested.',
    look: {
      skin: light,
      hair: 'bun',
      colour: '#8a5a2b',
      shirt: '#588157',
      back: ['#dde5b6', '#a3b18a'],
      backdrop: 'leaves',
      freckles: true,
    },
  },
  {
    username: 'jonas_hb',
    name: 'Jonas Brandt',
    bio: 'Bread, bicycles, basses. In this order.',
    look: {
      skin: pale,
      hair: 'short',
      colour: '#b5793d',
      beard: 'full',
      glasses: 'round',
      shirt: '#3d405b',
      back: ['#f2cc8f', '#e07a5f'],
      backdrop: 'circle',
    },
  },
  {
    username: 'amara_o',
    name: 'Amara Okafor',
    bio: 'Nurse on the late shift. Teaches grown-ups to ride a bicycle.',
    look: {
      skin: deep,
      hair: 'braids',
      colour: '#1b1210',
      earrings: true,
      shirt: '#ffb703',
      back: ['#219ebc', '#023047'],
      backdrop: 'plain',
    },
  },
  {
    username: 'yuki_tanaka',
    name: '田中 ゆき',
    bio: '図書館員。編み物と早起き。',
    look: {
      skin: light,
      hair: 'bob',
      colour: '#18141c',
      glasses: 'round',
      shirt: '#f4f1de',
      back: ['#b8c0ff', '#ffd6ff'],
      backdrop: 'plain',
    },
  },
  {
    username: 'omar_h',
    name: 'عمر حداد',
    bio: 'عود، قهوة، وثلاثة أولاد.',
    look: {
      skin: tan,
      hair: 'fade',
      colour: '#1c1410',
      beard: 'stubble',
      shirt: '#2a6f77',
      back: ['#e9c46a', '#f4a261'],
      backdrop: 'stripes',
    },
  },
  {
    username: 'lea_dubois',
    name: 'Léa Dubois',
    bio: 'Cheffe de chœur. Café noir, lumière du soir.',
    look: {
      skin: pale,
      hair: 'waves',
      colour: '#6e2f1a',
      shirt: '#1d3557',
      back: ['#ffcdb2', '#e5989b'],
      backdrop: 'circle',
      earrings: true,
    },
  },
  {
    username: 'priya_r',
    name: 'Priya Raghunathan',
    bio: 'Bridges by day, sambar by night.',
    look: {
      skin: tan,
      hair: 'long',
      colour: '#1a120e',
      shirt: '#9d4edd',
      back: ['#ffd166', '#ef476f'],
      backdrop: 'plain',
      earrings: true,
    },
  },
  {
    username: 'dave_whitlock',
    name: 'Dave Whitlock',
    bio: 'It is the washer. It is always the washer. Or the sock.',
    look: {
      skin: light,
      hair: 'cap',
      colour: '#457b9d',
      beard: 'moustache',
      shirt: '#6b705c',
      back: ['#cad2c5', '#84a98c'],
      backdrop: 'stripes',
    },
  },
  {
    username: 'chen_wei',
    name: '陈伟',
    bio: '修东西，包饺子，种黄瓜。',
    look: {
      skin: olive,
      hair: 'short',
      colour: '#1c1a1d',
      glasses: 'square',
      shirt: '#d62839',
      back: ['#a8dadc', '#457b9d'],
      backdrop: 'hills',
    },
  },
  {
    username: 'sofia_m',
    name: 'Sofía Martínez Ibáñez',
    bio: 'Contralto. Madre de una portera. Carril bici, por favor.',
    look: {
      skin: olive,
      hair: 'curls',
      colour: '#3b2417',
      shirt: '#f4845f',
      back: ['#f7d6e0', '#f2b5d4'],
      backdrop: 'circle',
    },
  },
  {
    username: 'gurpreet_s',
    name: 'Gurpreet Singh',
    bio: 'Lollipop man, 7:40 to 8:20. Open kitchen on Fridays, everybody welcome.',
    look: {
      skin: tan,
      hair: 'turban',
      colour: '#e76f51',
      beard: 'full',
      shirt: '#264653',
      back: ['#95d5b2', '#52b788'],
      backdrop: 'hills',
    },
  },
  {
    username: 'noor',
    name: 'نور الزهراء',
    bio: 'أم، طباخة، وصديقة القطط.',
    look: {
      skin: olive,
      hair: 'scarf',
      colour: '#2a9d8f',
      shirt: '#e9d8a6',
      back: ['#ffe5d9', '#ffcad4'],
      backdrop: 'leaves',
    },
  },
  {
    username: 'ingrid_l',
    name: 'Ingrid Løvås',
    bio: 'Wool, wind, and opinions on both.',
    look: {
      skin: pale,
      hair: 'long',
      colour: '#d8b26a',
      glasses: 'square',
      shirt: '#9b2226',
      back: ['#8ecae6', '#dfe7fd'],
      backdrop: 'hills',
    },
  },
  {
    username: 'kwame_a',
    name: 'Kwame Asante',
    bio: 'Coach of the under-9s. Bring a second pair of socks.',
    look: {
      skin: deep,
      hair: 'fade',
      colour: '#120d0b',
      beard: 'stubble',
      shirt: '#e63946',
      back: ['#70e000', '#38b000'],
      backdrop: 'stripes',
    },
  },
  { username: 'nine_lives', name: null, bio: 'there is a cat involved', look: null },
  {
    username: 'seo_yeon',
    name: '김서연',
    bio: '산책하는 디자이너. 고양이가 주인입니다.',
    look: {
      skin: light,
      hair: 'long',
      colour: '#241a17',
      shirt: '#cdb4db',
      back: ['#bde0fe', '#ffc8dd'],
      backdrop: 'plain',
    },
  },
  {
    username: 'mateus',
    name: 'Mateus Ferreira da Silva',
    bio: 'Bicicletas, azulejos e pão de queijo.',
    look: {
      skin: brown,
      hair: 'curls',
      colour: '#1a100b',
      beard: 'full',
      shirt: '#ffca3a',
      back: ['#1982c4', '#6a4c93'],
      backdrop: 'circle',
    },
  },
  {
    username: 'oksana',
    name: 'Оксана Шевчук',
    bio: 'Сад, діти, море.',
    look: {
      skin: pale,
      hair: 'braids',
      colour: '#c9a066',
      shirt: '#f1faee',
      back: ['#ffd60a', '#4895ef'],
      backdrop: 'plain',
    },
  },
  {
    username: 'abuelo_paco',
    name: 'Francisco José María de los Ángeles Gómez Ruiz',
    bio: 'Jubilado con mucho trabajo.',
    look: {
      skin: olive,
      hair: 'bald',
      colour: '#d9d9d9',
      beard: 'moustache',
      glasses: 'square',
      shirt: '#7f5539',
      back: ['#ede0d4', '#ddb892'],
      backdrop: 'plain',
    },
  },
  {
    username: 'emily_wren',
    name: 'Emily Wren 🌿',
    bio: 'Printmaker. Walks slowly, looks up.',
    look: {
      skin: pale,
      hair: 'waves',
      colour: '#b5502d',
      shirt: '#606c38',
      back: ['#fefae0', '#dda15e'],
      backdrop: 'leaves',
      freckles: true,
    },
  },
  {
    username: 'tuan_na',
    name: 'Nguyễn Anh Tuấn',
    bio: 'Prints small plastic parts. Keeper of one parrot.',
    look: {
      skin: olive,
      hair: 'short',
      colour: '#15110f',
      shirt: '#00b4d8',
      back: ['#ffb4a2', '#b5838d'],
      backdrop: 'circle',
    },
  },
  {
    username: 'dina_levi',
    name: 'דינה לוי',
    bio: 'אלט שנייה, עוגיות ראשונה. Second alto, first at the biscuits.',
    look: {
      skin: light,
      hair: 'curls',
      colour: '#7a7a80',
      glasses: 'round',
      earrings: true,
      shirt: '#5f0f40',
      back: ['#cdb4db', '#a2d2ff'],
      backdrop: 'plain',
    },
  },
  {
    username: 'marlow',
    name: 'Marlow',
    bio: 'Amateur in the best sense.',
    look: {
      skin: brown,
      hair: 'cap',
      colour: '#bc4749',
      shirt: '#386641',
      back: ['#f2e8cf', '#a7c957'],
      backdrop: 'hills',
    },
  },
  {
    username: 'eszter_b',
    name: 'Eszter Bodnár',
    bio: 'Piano, pie, patience. Two of the three.',
    look: {
      skin: light,
      hair: 'bob',
      colour: '#4a2c20',
      shirt: '#ee6c4d',
      back: ['#98c1d9', '#e0fbfc'],
      backdrop: 'stripes',
    },
  },
  {
    username: 'aroha',
    name: 'Aroha Ngata',
    bio: 'Ata mārie. Cargo bike, cello case, two kids.',
    look: {
      skin: tan,
      hair: 'waves',
      colour: '#1d1512',
      shirt: '#0a9396',
      back: ['#e9d8a6', '#94d2bd'],
      backdrop: 'leaves',
    },
  },
];

export const emailOf = (username: string): string => `${username}@neighbours.example`;

/** The same for everybody: the demo world is for looking around. */
export const demoPassword = 'hello-neighbour';
