import type { Topic } from './topic.ts';

export const choir: Topic = {
  replies: [
    'Goosebumps.',
    'The basses, finally!',
    'See you on Thursday.',
    'I hum it all day now.',
    'Can I still join?',
    'That chord at the end.',
    'Bravo.',
  ],
  posts: [
    {
      by: 'lea_dubois',
      text: 'Générale ce soir. Cinquante-deux voix, une seule porte qui grince.',
      media: 'choir-1',
      reach: 3,
      said: ['dina_levi: The door is an alto.', 'lea_dubois: Elle est juste, au moins.'],
    },
    {
      by: 'dina_levi',
      text: 'New people in the choir: you don’t have to read music. You have to count to four and to like biscuits.',
      reach: 2,
    },
    {
      by: 'kwame_a',
      text: 'Warm-up for those who missed Thursday. Up by half steps, gently, no heroes.',
      media: 'sound:warm-up',
      reach: 2,
      said: ['priya_r: Did it on the bus. People moved away.'],
    },
    {
      by: 'marlow',
      text: 'Recorded this on the kalimba that I found in a free box. Two minutes of practice, be kind.',
      media: 'sound:kalimba',
      reach: 2,
      said: ['aroha: Lovely. Again, please, slower.', 'yuki_tanaka: 素敵な音。'],
    },
    { by: 'omar_h', text: 'بروفة الأحد: العود مع الكورال لأول مرة. لم أنم من الفرح.', media: 'choir-2', reach: 2 },
    {
      by: 'dina_levi',
      text: 'Concert on the 21st, doors at seven. Tickets cost what you can give. There’s a ramp on the left side.',
      media: 'poster-11 choir-3',
      reach: 2,
    },
    {
      by: 'sofia_m',
      text: 'Las contraltos siempre tenemos razón.',
      said: ['lea_dubois: Non.', 'sofia_m: Sí.'],
      reach: 2,
    },
    {
      by: 'jonas_hb',
      text: 'The bells on Sunday morning, from the tower. The man who rings them is 81 and lets you try.',
      media: 'sound:bells',
      reach: 2,
    },
    {
      by: 'eszter_b',
      text: 'Looking for someone to turn pages. You sit next to me, you nod when I nod, you get wine.',
    },
    { by: 'chen_wei', text: '合唱团需要男高音。真的很需要。' },
    {
      by: 'priya_r',
      text: 'We sang in the hospital corridor today. A man opened his door, sat down on his walker and conducted us to the end.',
      media: 'choir-4',
      reach: 3,
    },
  ],
};

export const school: Topic = {
  replies: [
    'My two can’t wait.',
    'Who does the cake stall?',
    'We’ll bring juice.',
    'So proud of them.',
    'Framed, I hope.',
    'Best day of the year.',
    'I can help with setting up.',
  ],
  posts: [
    {
      by: 'aroha',
      text: 'Our family, by Kiri (5). I’m the one with the long arms, "because you always carry everything".',
      media: 'drawing-4',
      reach: 3,
      said: ['amara_o: I’m not crying.', 'mira_k: Frame it today.'],
    },
    {
      by: 'sofia_m',
      text: 'Feria del colegio: necesitamos mesas, manteles y alguien que sepa hacer algodón de azúcar sin incendiar nada.',
      media: 'poster-12',
      reach: 2,
      said: ['dave_whitlock: Last year was one small fire.'],
    },
    {
      by: 'amara_o',
      text: 'Class 2b drew the neighbourhood. There are eleven suns, nine cats and one very honest picture of the car park.',
      media: 'drawing-5 drawing-6 drawing-7 drawing-8',
      reach: 3,
    },
    { by: 'noor', text: 'ابنتي رسمت بيتنا الجديد. قالت: الشمس تسكن معنا.', media: 'drawing-9', reach: 2 },
    {
      by: 'tuan_na',
      text: 'Maths homework of a nine-year-old: "If you have 3 pizzas and 5 friends, what do you do?" Answer: "Order more pizza." Full marks from me.',
      reach: 3,
    },
    {
      by: 'oksana',
      text: 'Перший день у новій школі. Повернулася з трьома подругами і без шапки.',
      said: ['aroha: The hat is with us! She lent it to Kiri.', 'oksana: Дякую!'],
      reach: 2,
    },
    { by: 'gurpreet_s', text: 'Lollipop duty, 7:40 to 8:20. 214 children, 61 good mornings, one dinosaur.', reach: 3 },
    {
      by: 'jonas_hb',
      text: 'Science fair results: the volcano was too strong. The ceiling will be painted in the holidays.',
      reach: 2,
    },
    {
      by: 'sofia_m',
      text: 'Gracias a todas las familias. Hemos recaudado para la biblioteca Y para el columpio.',
      media: 'drawing-10 hills-4',
    },
    {
      by: 'eszter_b',
      text: 'Costume needed by tomorrow: a potato. Any ideas that involve only things from a kitchen?',
      said: ['marlow: A potato.', 'ingrid_l: Brown jumper, cushion, dignity at the door.'],
      reach: 2,
    },
  ],
};

export const football: Topic = {
  replies: [
    'What a save that was.',
    'Same time next week?',
    'Proud of the little ones.',
    'The referee was eight years old and stricter than any.',
    'Oranges at half time: thank you!',
    'Goooool.',
  ],
  posts: [
    {
      by: 'mateus',
      text: 'Under-9s: 7 to 6. Nobody knows for whom, everybody is happy.',
      media: 'pitch-1',
      reach: 3,
      said: ['aroha: It was for both.', 'kwame_a: Correct result.'],
    },
    {
      by: 'kwame_a',
      text: 'Training moves to Wednesday because of the choir. Bring water and a second pair of socks. I mean it about the socks.',
      reach: 1,
    },
    {
      by: 'sofia_m',
      text: 'Nuestra portera, siete años, para un penalti y pregunta si ya puede ir a merendar.',
      media: 'pitch-2',
      reach: 2,
    },
    {
      by: 'tuan_na',
      text: 'Drone shot of the tournament. The cluster in the middle is what the coach calls "positional play".',
      media: 'pitch-3',
      reach: 3,
      said: ['mateus: I said triangles. TRIANGLES.', 'tuan_na: I see one very small triangle.'],
    },
    {
      by: 'mateus',
      text: 'Alguém tem chuteiras tamanho 33 que já não servem? We have two new kids and one pair.',
      said: ['amara_o: Size 33 and 34, both washed. At your door tonight.'],
    },
    {
      by: 'dave_whitlock',
      text: 'Painted the lines. Straight, for the first time in the history of this pitch.',
      media: 'pitch-4',
      reach: 2,
      said: ['jonas_hb: The circle is an egg.', 'dave_whitlock: It’s a traditional egg.'],
    },
    {
      by: 'abuelo_paco',
      text: 'En mis tiempos jugábamos sin red, sin árbitro y sin zapatos. Y perdíamos igual.',
      reach: 2,
    },
    {
      by: 'amara_o',
      text: 'Walking football for over-60s starts on Friday. No running. Really, there’s a whistle for it.',
      media: 'poster-13',
    },
  ],
};

export const library: Topic = {
  replies: [
    'On my list.',
    'I read it twice.',
    'Is it in the library?',
    'Which translation?',
    'The ending!',
    'Reserved it just now.',
    'That shelf.',
  ],
  posts: [
    {
      by: 'emily_wren',
      text: 'Shelfie. Sorted by colour because I remember covers and never names. Fight me, librarians.',
      media: 'bookshelf-1',
      reach: 3,
      said: ['yuki_tanaka: 司書です。許します。', 'emily_wren: Relieved.'],
    },
    { by: 'yuki_tanaka', text: '今月のおすすめ棚ができました。短編集を十冊。', media: 'bookshelf-2', reach: 2 },
    {
      by: 'omar_h',
      text: 'نادي القراءة: «موسم الهجرة إلى الشمال». الخميس الساعة السابعة، والشاي علينا.',
      media: 'bookshelf-3',
    },
    {
      by: 'priya_r',
      text: 'Finished a 900-page novel and now I don’t know what to do with my hands.',
      reach: 2,
      said: ['dina_levi: Knitting circle. Tuesday.', 'marlow: Whittling.'],
    },
    {
      by: 'jonas_hb',
      text: 'Book swap box at the tram stop is full again. I took a Norwegian crime novel that I can’t read and left a cookbook that I should.',
      media: 'bookshelf-4',
    },
    {
      by: 'ingrid_l',
      text: 'The Norwegian one was mine, Jonas. The murderer is the neighbour.',
      reach: 3,
      said: ['jonas_hb: INGRID.'],
    },
    { by: 'chen_wei', text: '给女儿念《小王子》。她说狐狸是对的。', reach: 2 },
    {
      by: 'lea_dubois',
      text: 'Lecture du soir sous les arbres, chaque jeudi de l’été. Apportez un coussin et un texte que vous aimez. Dix minutes chacun, la clochette est sans pitié.',
      media: 'hills-5',
    },
    {
      by: 'dina_levi',
      text: 'A boy at the returns desk today: "I didn’t finish it, because then it would be over." I know exactly what you mean.',
      reach: 3,
    },
    { by: 'seo_yeon', text: '책장 정리 중. 버릴 수 있는 책이 한 권도 없다.', media: 'bookshelf-5' },
    {
      by: 'marlow',
      text: 'Does anyone else read the last page first, or am I alone in this prison?',
      said: ['emily_wren: Monster.', 'priya_r: You too?'],
    },
  ],
};

export const trips: Topic = {
  replies: [
    'How long is the climb?',
    'Adding this to the list.',
    'Did you meet anybody?',
    'The view!',
    'Which train goes there?',
    'I need a holiday.',
    'Stunning.',
  ],
  posts: [
    {
      by: 'kwame_a',
      text: 'Twelve of us, two blisters, one lake. The water was eleven degrees and Jonas says it’s "refreshing".',
      media: 'mountains-7 forest-3 mountains-8',
      reach: 3,
      said: ['jonas_hb: It was refreshing.', 'priya_r: You screamed.', 'jonas_hb: Refreshingly.'],
    },
    { by: 'emily_wren', text: 'Balloon morning. We only came for the village bakery.', media: 'hills-6', reach: 3 },
    { by: 'tuan_na', text: 'Sáng nay trên đèo. Mây ở dưới chân.', media: 'mountains-9', reach: 2 },
    {
      by: 'ingrid_l',
      text: 'Hut to hut, day 3. No signal, no news, many cloudberries. Posting this from the only rock with a bar.',
      media: 'mountains-10 night-5',
      reach: 2,
    },
    {
      by: 'mateus',
      text: 'O mar não cansa.',
      media: 'sea-4 sea-5 video:waves',
      reach: 3,
      said: ['lea_dubois: Jamais.', 'amara_o: I could watch this for an hour.'],
    },
    {
      by: 'aroha',
      text: 'Walked the old pilgrim path with my mother. She’s 74 and waited for me at the top of every hill.',
      media: 'hills-7 forest-4',
      reach: 3,
    },
    {
      by: 'seo_yeon',
      text: '혼자 간 첫 등산. 정상에서 김밥을 나눠 준 아주머니, 고맙습니다.',
      media: 'mountains-11',
      reach: 2,
    },
    {
      by: 'oksana',
      text: 'Море. Вперше за два роки.',
      media: 'sea-6',
      reach: 3,
      said: ['mira_k: ❤️', 'sofia_m: Qué bonito.'],
    },
    { by: 'omar_h', text: 'طريق الغابة في الصباح الباكر، قبل أن يصحو أحد.', media: 'forest-5' },
    { by: 'yuki_tanaka', text: '夜行列車の窓から。', media: 'city-5 video:train' },
    {
      by: 'abuelo_paco',
      text: 'Cincuenta años casados. Volvimos al mismo pueblo, al mismo banco. El banco está peor que nosotros.',
      media: 'hills-8',
      reach: 3,
      said: ['sofia_m: Os quiero.', 'amara_o: Congratulations to you both.', 'dave_whitlock: I can fix the bench.'],
    },
    { by: 'priya_r', text: 'Good morning from up here.', media: 'sea-7', reach: 2 },
  ],
};
