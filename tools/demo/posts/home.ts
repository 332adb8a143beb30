import type { Topic } from './topic.ts';

export const kitchen: Topic = {
  replies: [
    'Recipe, please.',
    'I can smell it from here.',
    'How long in the oven?',
    'Made it, can confirm.',
    'My grandmother put a bit of vinegar in. Try it.',
    'Now I’m hungry, thank you very much.',
    'Save me a slice.',
    'Which flour?',
  ],
  posts: [
    {
      by: 'eszter_b',
      text: 'Sour cherry pie, from the tree behind the laundry. There are still at least ten kilos up there for whoever has a ladder.',
      media: 'table-1',
      reach: 3,
      said: ['dave_whitlock: I have a ladder.', 'eszter_b: Then you have a pie.'],
    },
    {
      by: 'priya_r',
      text: 'Sunday sambar. Nine vegetables, two pots, one very tired blender.',
      media: 'table-2',
      reach: 2,
    },
    {
      by: 'jonas_hb',
      text: 'Sourdough no. 31. The first one I’d show my mother.',
      media: 'still-life-2',
      reach: 3,
      said: [
        'lea_dubois: La croûte !',
        'jonas_hb: 250 °C, lid on for 20 minutes, off for 25.',
        'mira_k: What happened to the other thirty?',
        'jonas_hb: We don’t speak of the other thirty.',
      ],
    },
    { by: 'seo_yeon', text: '김장 했어요. 올해는 배추 스무 포기. 손목이 아직 아파요.', media: 'table-3' },
    {
      by: 'lea_dubois',
      text: 'Question sérieuse : la tarte, on la sert tiède ou froide ?',
      said: ['eszter_b: Warm.', 'omar_h: Cold, with coffee, at midnight.', 'abuelo_paco: Sí.'],
    },
    {
      by: 'omar_h',
      text: 'قهوة بالهيل، وكتاب، وساعة من الصمت قبل أن يستيقظ الأولاد.',
      media: 'still-life-3',
      reach: 2,
    },
    {
      by: 'chen_wei',
      text: '今天教邻居家的孩子包饺子。形状千奇百怪，味道都很好。',
      media: 'table-4 drawing-2',
      reach: 2,
      said: ['amara_o: Zoe hasn’t talked about anything else since.', 'chen_wei: 下次教她擀皮！'],
    },
    {
      by: 'mateus',
      text: 'Pão de queijo for the whole staircase, second floor, until they’re gone. They will be gone.',
      reach: 2,
      said: ['noor: They’re gone.', 'marlow: I was in the shower. I’ll never forgive myself.'],
    },
    {
      by: 'kwame_a',
      text: 'Jollof. I won’t take questions about whose is better.',
      media: 'table-5',
      reach: 2,
      said: ['amara_o: I have a question.', 'kwame_a: No.'],
    },
    {
      by: 'sofia_m',
      text: 'Menos horno, más ensalada. Treinta y cuatro grados a las nueve de la noche.',
      media: 'still-life-4',
    },
    {
      by: 'dina_levi',
      text: 'Who took the community kitchen’s big pot? It’s needed on Friday for soup for forty.',
      said: ['gurpreet_s: It’s with us at the langar, washed, I’ll bring it tonight.', 'dina_levi: You’re an angel.'],
    },
    {
      by: 'gurpreet_s',
      text: 'Open kitchen on Friday from six. Dal, roti, rice pudding. Nobody asks who you are or why you came. Hands for chopping wanted from four.',
      media: 'poster-2 table-6',
      reach: 3,
      said: ['tuan_na: I can chop.', 'emily_wren: I can peel, slowly.', 'gurpreet_s: Slowly is fine.'],
    },
    { by: 'nine_lives', text: 'toast, but good toast', media: 'still-life-5' },
    { by: 'yuki_tanaka', text: '味噌を仕込みました。食べられるのは来年の秋。気長に待ちます。' },
    {
      by: 'aroha',
      text: 'Jam count: plum 14, quince 9, mystery 3.',
      media: 'still-life-6',
      said: ['mira_k: I’ll trade you for mystery.'],
    },
    {
      by: 'priya_r',
      text: 'If you toast the spices whole and grind them after, it’s a different dish. Two minutes, dry pan, until the cumin starts to talk.',
    },
    { by: 'lea_dubois', text: 'Café, lumière, silence.', media: 'table-7', reach: 2 },
  ],
};

export const pets: Topic = {
  replies: [
    'That face.',
    'Give her a treat from me.',
    'He looks like he pays the rent.',
    'Mine does exactly the same.',
    'Who is a good cat?',
    'More of this, please.',
    'I would die for this animal.',
  ],
  posts: [
    {
      by: 'nine_lives',
      text: 'she has been watching the pigeons since seven. it’s now four. i respect the work ethic',
      media: 'cat-1',
      reach: 3,
      said: ['emily_wren: Employee of the month.', 'noor: Again.'],
    },
    { by: 'nine_lives', text: 'no cat here, only a cushion with ears', media: 'cat-2', reach: 2 },
    {
      by: 'noor',
      text: 'القطة الجديدة عند الباب. سميناها مشمش.',
      media: 'cat-3',
      reach: 2,
      said: ['nine_lives: welcome, mishmish', 'noor: هي تقول شكرا'],
    },
    {
      by: 'tuan_na',
      text: 'LOST: grey parrot, answers to Bình, whistles the tune of the ice cream van. Last heard near the library. Please write if you hear an ice cream van where there’s none.',
      reach: 3,
      said: [
        'marlow: Heard it in Mill Lane at ten past three!',
        'tuan_na: On my way.',
        'tuan_na: He’s home. Thank you all. He now also does the school bell.',
      ],
    },
    {
      by: 'dave_whitlock',
      text: 'The dog ate my tape measure. All five metres of it. He’s fine. I’m 40 quid lighter and the vet now calls him Inches.',
      reach: 3,
    },
    {
      by: 'emily_wren',
      text: 'Sitting on the step with somebody else’s cat. This is the third evening. I think I’ve been adopted.',
      media: 'cat-4',
    },
    {
      by: 'eszter_b',
      text: 'Can somebody look after two guinea pigs from the 3rd to the 10th? They eat, they squeak, they have no opinions on politics.',
      said: ['aroha: We can! The kids are already building a palace.'],
    },
    { by: 'seo_yeon', text: '고양이가 또 내 의자를 차지했다. 나는 바닥에 앉아서 일한다.', media: 'cat-5' },
    {
      by: 'gurpreet_s',
      text: 'The hens of no. 12 are on the road again. They use the zebra crossing, I’ll give them that.',
      reach: 2,
    },
  ],
};

export const making: Topic = {
  replies: [
    'How many hours is that?',
    'The colours work so well together.',
    'I want one.',
    'Which yarn is it?',
    'You should sell these. No, you should give them to me.',
    'Teach us!',
    'Wow.',
  ],
  posts: [
    {
      by: 'ingrid_l',
      text: 'Finished. Three winters, one sweater, four moves. The left sleeve was knitted in a waiting room.',
      media: 'knitting-1 knitting-2',
      reach: 3,
      said: ['aroha: The yoke!', 'ingrid_l: I ripped it out five times.'],
    },
    { by: 'yuki_tanaka', text: '新しい模様に挑戦中。', media: 'knitting-3', reach: 2 },
    {
      by: 'mateus',
      text: 'Azulejos do mercado antigo. They’re taking the building down in spring, so I’m photographing every wall.',
      media: 'tiles-1 tiles-2 tiles-3',
      reach: 3,
      said: ['lea_dubois: Tu les donnes au musée ?', 'mateus: The library will keep them, I asked.'],
    },
    {
      by: 'emily_wren',
      text: 'Poster for the summer party, version six. I think I’m done. Am I done?',
      media: 'poster-3',
      said: [
        'jonas_hb: You’re done.',
        'chen_wei: 太好看了。',
        'mira_k: Where is the date?',
        'emily_wren: I’m not done.',
      ],
      reach: 2,
    },
    {
      by: 'emily_wren',
      text: 'Lino cuts, all from one afternoon and one slightly cut thumb.',
      media: 'poster-4 poster-5 poster-6',
      reach: 2,
    },
    {
      by: 'aroha',
      text: 'Knitting circle meets in the back of the café now, Tuesdays at seven. Beginners sit in the middle so that help comes from all sides.',
      media: 'knitting-4',
    },
    {
      by: 'dina_levi',
      text: 'Found behind the wallpaper in the kitchen. 1930s? We’re keeping it.',
      media: 'tiles-4',
      reach: 2,
      said: ['mateus: Don’t let anybody paint over it.', 'dina_levi: Over my dead body.'],
    },
    { by: 'marlow', text: 'I’ve taken up whittling. So far I’ve made a stick into a smaller stick.', reach: 3 },
    { by: 'seo_yeon', text: '작은 포스터 연습. 색을 네 가지만 쓰기로 했다.', media: 'poster-7' },
    {
      by: 'abuelo_paco',
      text: 'Mi nieta dice que esto es «arte moderno». Yo digo que es la mesa del taller.',
      media: 'poster-8',
      reach: 2,
    },
    {
      by: 'eszter_b',
      text: 'My grandmother’s pattern, found in her recipe tin between goulash and walnut cake. It took me a month to read the handwriting.',
      media: 'knitting-5',
      reach: 2,
      said: ['ingrid_l: Please, please scan it.', 'eszter_b: On Sunday!'],
    },
    { by: 'noor', text: 'البلاط في بيت جدتي.', media: 'tiles-5' },
  ],
};
