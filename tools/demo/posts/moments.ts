import type { Topic } from './topic.ts';

/** Short posts, mostly a picture and a line. */
export const moments: Topic = {
  replies: [
    'Lovely.',
    'This made my day.',
    'Thank you for sharing.',
    'Oh!',
    'Yes.',
    'Beautiful.',
    'More, please.',
    'Hello from no. 12.',
  ],
  posts: [
    { by: 'amara_o', text: 'Night shift, minute 3 of a 5 minute break.', media: 'rain-3' },
    { by: 'mateus', text: 'Bom dia.', media: 'sea-8', reach: 2 },
    { by: 'seo_yeon', text: '창밖.', media: 'rain-4' },
    { by: 'kwame_a', text: 'Quiet.', media: 'forest-6', reach: 2 },
    { by: 'lea_dubois', text: 'Dimanche.', media: 'still-life-8' },
    { by: 'yuki_tanaka', text: '雨上がり。', media: 'leaves-5' },
    { by: 'priya_r', text: 'Monday, defeated.', media: 'still-life-9', reach: 2 },
    {
      by: 'emily_wren',
      text: 'Patterns I walked past today.',
      media: 'tiles-6 poster-14 knitting-6 tiles-7',
      reach: 2,
    },
    { by: 'jonas_hb', text: 'Office, since today.', media: 'hills-9', reach: 2 },
    { by: 'oksana', text: 'Тихий вечір.', media: 'cat-6' },
    { by: 'tuan_na', text: 'Blue hour.', media: 'city-6', reach: 2 },
    {
      by: 'nine_lives',
      text: 'she caught a leaf and brought it to me. we’re keeping the leaf',
      media: 'leaves-6',
      reach: 2,
    },
    { by: 'aroha', text: 'Kiri says the sun is "too loud" today.', reach: 3 },
    { by: 'omar_h', text: 'صباح الخير يا جيران.', media: 'hills-10' },
    {
      by: 'abuelo_paco',
      text: 'La huerta, a vista de pájaro. Foto de mi nieta y su aparato volador.',
      media: 'allotment-6',
      reach: 2,
    },
    {
      by: 'marlow',
      text: 'Today I said "you too" to the waiter who told me to enjoy my meal, and he sat down and ate with me. Strange and excellent.',
      reach: 3,
    },
    { by: 'noor', text: 'الشتاء قادم.', media: 'knitting-7' },
    { by: 'chen_wei', text: '早安，这座城市。', media: 'city-7' },
    { by: 'gurpreet_s', text: 'ਸ਼ੁਭ ਸਵੇਰ. Tea is on.', media: 'table-8', reach: 2 },
    { by: 'eszter_b', text: 'Jó éjszakát mindenkinek.', media: 'night-6' },
    { by: 'ingrid_l', text: 'First snow on the tops.', media: 'mountains-12', reach: 2 },
    { by: 'sofia_m', text: 'Lunes de bici.', media: 'bicycle-4' },
    { by: 'dave_whitlock', text: 'Test.', reach: 0, said: ['emily_wren: It works, Dave.', 'dave_whitlock: Good.'] },
    { by: 'dina_levi', text: 'שבת שלום.', media: 'table-9', reach: 2 },
    {
      by: 'mira_k',
      text: 'A year of bed 14.',
      media: 'allotment-7 leaves-7 still-life-10 table-10 hills-11',
      reach: 3,
    },
  ],
};

/** The last ones posted: what a newcomer sees first. */
export const newest: Topic = {
  replies: moments.replies,
  posts: [
    {
      by: 'jonas_hb',
      text: 'Soup, bread, rain on the roof. Come in, the door is open.',
      media: 'still-life-11',
      reach: 2,
      said: ['omar_h: Five minutes.'],
    },
    { by: 'nine_lives', text: 'evening shift', media: 'cat-7', reach: 3, said: ['noor: Employee of the year.'] },
    {
      by: 'gurpreet_s',
      text: 'Does anybody have a ladder that reaches the second floor? A kite, two children and one promise are involved.',
      reach: 2,
      said: ['dave_whitlock: On my way.', 'gurpreet_s: The promise is kept. Thank you, Dave.'],
    },
    { by: 'yuki_tanaka', text: '夕焼けの湖。', media: 'mountains-13', reach: 3 },
    {
      by: 'tuan_na',
      text: 'Repair café, new day. Which evening suits you? The soldering irons are free on all of them.',
      poll: ['Tuesday', 'Thursday', 'Saturday morning', 'Any, as long as there’s cake'],
      reach: 3,
      said: ['gurpreet_s: There will be cake.', 'tuan_na: Then I know who wins.'],
    },
    {
      by: 'mateus',
      text: 'Ready for Sunday.',
      media: 'bicycle-5',
      reach: 3,
      said: ['jonas_hb: Nine o’clock, fountain.', 'mateus: Ice cream speed.'],
    },
    {
      by: 'lea_dubois',
      text: 'Trois minutes avant que le soleil ne touche l’eau. On voulait rentrer depuis une heure, et puis non.',
      media: 'sea-9 sea-10 night-7',
      reach: 3,
      said: ['amara_o: I would have stayed, too.', 'kwame_a: Look at that road of light.', 'mateus: Que luz.'],
    },
  ],
};
