import type { Topic } from './topic.ts';

export const bikes: Topic = {
  replies: [
    'Great route.',
    'Is it rideable with a trailer?',
    'Count me in.',
    'The headwind on the way back is free of charge.',
    'Mind the cobbles at the mill.',
    'What tyres are you on?',
    'Beautiful machine.',
  ],
  posts: [
    {
      by: 'mateus',
      text: 'She’s finally done. Frame from the scrapyard, saddle from a flea market, basket from my aunt.',
      media: 'bicycle-1',
      reach: 3,
      said: ['dave_whitlock: The brake cables, though. Proper job.', 'mateus: You taught me.'],
    },
    {
      by: 'jonas_hb',
      text: 'Sunday ride: 46 km, flat, one ice cream stop (mandatory). Meet at the fountain at nine.',
      media: 'map-1',
      reach: 2,
      said: ['sofia_m: ¿Ritmo?', 'jonas_hb: Ice cream speed.'],
    },
    { by: 'sofia_m', text: 'Por favor, no aparquéis en el carril bici. Ni «solo un minuto».', reach: 2 },
    {
      by: 'amara_o',
      text: 'Taught a 58-year-old to ride a bicycle today. She’s a midwife and wasn’t afraid of anything except this. She cried, I cried, the bicycle was fine.',
      media: 'bicycle-2',
      reach: 3,
    },
    {
      by: 'tuan_na',
      text: 'The shortest way to the station without a single traffic light. You’re welcome.',
      media: 'map-2',
      said: [
        'priya_r: This saves me eight minutes a day.',
        'emily_wren: The lane behind the bakery is one-way now.',
        'tuan_na: Not for bicycles!',
      ],
      reach: 2,
    },
    {
      by: 'dave_whitlock',
      text: 'Free bike check on Saturday, ten to one, in front of the repair café. I do brakes, gears and brutal honesty.',
      media: 'poster-9',
      reach: 2,
    },
    {
      by: 'mateus',
      text: 'Puncture no. 4 this month, all of them glass, all of them by the bottle bank. Writing to the council again.',
      said: ['gurpreet_s: I sweep there in the mornings. It comes back like grass.', 'mateus: You deserve a medal.'],
    },
    { by: 'lea_dubois', text: 'Le vélo, le mur, les fleurs.', media: 'bicycle-3', reach: 2 },
    { by: 'jonas_hb', text: 'Winter tyres on. I know it’s early. I also know last year.' },
    {
      by: 'aroha',
      text: 'School run by cargo bike: two children, one cello, zero parking tickets.',
      reach: 2,
      media: 'drawing-3',
    },
    {
      by: 'emily_wren',
      text: 'Wild camping by bike, route and where to find water. The detour over the second hill is worth it.',
      media: 'map-3 mountains-6 night-3',
    },
    {
      by: 'gurpreet_s',
      text: 'Somebody left a child’s helmet on the bench by the pond. Blue, with sharks. It’s at the kiosk.',
      said: ['sofia_m: ¡Es nuestro! Gracias.'],
    },
  ],
};

export const repairs: Topic = {
  replies: [
    'Nice save.',
    'Never throw anything away.',
    'Which glue was that?',
    'I have the same one, same fault.',
    'Can you bring it on Thursday?',
    'You’re a magician.',
    'Bookmarking.',
  ],
  posts: [
    {
      by: 'dave_whitlock',
      text: 'Repair café, the numbers: 38 things came in, 31 went home working. The record player sang again and half the room danced.',
      media: 'poster-10',
      reach: 3,
      said: [
        'dina_levi: It was my mother’s. Thank you, all of you.',
        'dave_whitlock: It was one loose wire and a lot of dust.',
      ],
    },
    {
      by: 'dave_whitlock',
      text: 'If your tap drips: it’s the washer. It’s nearly always the washer. It costs 20 pence. Come and take one from the jar.',
      reach: 2,
    },
    {
      by: 'chen_wei',
      text: '电饭锅修好了，用了十五分钟和一把螺丝刀。',
      said: ['dave_whitlock: What was it?', 'chen_wei: Thermal fuse. 30 cents.'],
    },
    {
      by: 'gurpreet_s',
      text: 'Does anybody have a sewing machine foot for a Singer 201? Ours walked out the door during the toy mending.',
    },
    { by: 'priya_r', text: 'Fixed the lamp. By "fixed" I mean I noticed the switch on the cable.', reach: 2 },
    {
      by: 'tuan_na',
      text: '3D printed the missing oven knob for no. 8. If you’ve lost small plastic parts in your life, bring me the hole they came from.',
      reach: 2,
    },
    {
      by: 'abuelo_paco',
      text: 'Sesenta años y sigue cortando. Las herramientas se heredan, no se compran.',
      said: ['mateus: Que bonito.'],
      media: 'still-life-7',
    },
    {
      by: 'amara_o',
      text: 'Who knows about washing machines? E18 on the display, water stays in. Baby in the house, so it’s rather urgent.',
      said: [
        'dave_whitlock: Pump filter, bottom right behind the flap. Put a flat bowl under it.',
        'amara_o: It was a sock. One tiny sock. You’re my hero.',
        'dave_whitlock: It’s always the sock.',
      ],
      reach: 2,
    },
    {
      by: 'marlow',
      text: 'Looking for someone who can tune a piano that hasn’t been tuned since the wall came down.',
    },
    {
      by: 'jonas_hb',
      text: 'Wrote down what we learnt about old radios so the next person doesn’t have to electrocute themselves: https://repair.example/radios',
    },
    { by: 'eszter_b', text: 'The zip, the zip, the zip. Forty minutes. I’ve won.', reach: 2 },
    {
      by: 'dave_whitlock',
      text: 'Wanted: volunteers who can sew. We have plenty of men with soldering irons and nobody who can do a hem.',
      reach: 2,
      said: ['ingrid_l: I’m in.', 'noor: وأنا أيضا', 'omar_h: I can learn?', 'ingrid_l: That’s the spirit.'],
    },
  ],
};

export const town: Topic = {
  replies: [
    'Thanks for telling us.',
    'Good question, I wonder too.',
    'Following.',
    'Ask at the kiosk, they know everything.',
    'Same here.',
    'Agreed.',
    'This is why I like living here.',
    'Noted.',
    'Ha.',
  ],
  posts: [
    {
      by: 'priya_r',
      text: 'The new footbridge opens on the 14th. I walked over it today with a hard hat and a very serious man. It wobbles exactly as much as it should.',
      media: 'city-3',
      reach: 3,
    },
    {
      by: 'marlow',
      text: 'Overheard at the bus stop: "I’m not late, I’m on holiday time." I’ve started using it at work.',
      reach: 3,
    },
    {
      by: 'omar_h',
      text: 'هل يعرف أحد طبيب أسنان جيد للأطفال في الحي؟',
      said: ['noor: الدكتورة ليلى قرب المكتبة، صبورة جدا.', 'omar_h: شكرا جزيلا!'],
    },
    {
      by: 'dina_levi',
      text: 'The lift in no. 5 works. I repeat: the lift works.',
      reach: 3,
      said: ['seo_yeon: Day one.', 'dina_levi: Don’t jinx it.'],
    },
    {
      by: 'tuan_na',
      text: 'Found: one red mitten, left hand, on the railing at the pond. I put it on the highest spike so it waves at you.',
      reach: 2,
    },
    {
      by: 'gurpreet_s',
      text: 'Night bus changes from Monday, all lines: https://transit.example/night. The 9 now stops at the hospital. We asked for that for six years. Six!',
      reach: 2,
      said: ['amara_o: The night shift thanks you.'],
    },
    {
      by: 'emily_wren',
      text: 'Evening walk round the river, half an hour, lamps on all the way. I drew it for my sister who is new here.',
      media: 'map-4 city-4',
    },
    { by: 'jonas_hb', text: 'Two chairs, a table and a lamp to give away, third floor, no lift (see above).' },
    {
      by: 'seo_yeon',
      text: '새로 이사 왔어요. 근처에 조용한 카페 있나요?',
      said: [
        'yuki_tanaka: 図書館の隣がおすすめです。',
        'marlow: Welcome! The one with the green door. Ask for the table by the window.',
      ],
      reach: 2,
    },
    {
      by: 'sofia_m',
      text: '¿Alguien más sin internet en la calle del Molino?',
      said: [
        'mateus: Sim.',
        'dave_whitlock: They cut a cable at the site. Back by six, they say.',
        'sofia_m: ¿Entonces cómo escribes esto?',
        'dave_whitlock: From the roof.',
      ],
    },
    {
      by: 'aroha',
      text: 'Small thing: the man at the post office learned how to say good morning in te reo because my daughter told him to. Ata mārie, every day now.',
      reach: 3,
    },
    {
      by: 'oksana',
      text: 'Дякую всім, хто прийшов у суботу. Ми тут рік, і вперше здається, що ми вдома.',
      media: 'hills-3',
      reach: 3,
      said: ['mira_k: You are.', 'kwame_a: Glad you’re here.', 'eszter_b: Next Saturday again?'],
    },
    { by: 'yuki_tanaka', text: '図書館の自習室、日曜も開くようになりました。' },
    {
      by: 'nine_lives',
      text: 'the ice cream van is playing in a minor key today. is everything alright',
      reach: 2,
      said: ['tuan_na: That’s not the van.'],
    },
    {
      by: 'kwame_a',
      text: 'Planning meeting about the old mill: Wednesday, 7 pm, school hall. Come even if you have no opinion. Especially then, we have enough of the others.',
      reach: 2,
    },
    {
      by: 'amara_o',
      text: 'I keep a list of good things that happened in a week. This week it didn’t fit on one page.\n\nThe bridge.\nThe lift.\nA boy who held the door for eleven people and then went in himself, very late for wherever he was going.\nA patient who came back only to show me that she can lift her arm.\nSoup from a neighbour whose name I still don’t know. Blue door, if you read this: it was the best soup of my life, and I have had a lot of soup.',
      reach: 3,
      said: ['noor: It was me. You’re welcome.', 'amara_o: I knew it was a kind door.'],
    },
    { by: 'marlow', text: 'Does one tip the moon?', media: 'night-4' },
    {
      by: 'lea_dubois',
      text: 'Il manque un piano dans cette rue.',
      said: ['marlow: I have one. It’s very out of tune.', 'lea_dubois: Parfait.'],
    },
    {
      by: 'priya_r',
      text: 'Old map of the quarter, from the archive, before the river was moved. Our house would have been a duck.',
      media: 'map-5',
      reach: 2,
    },
    {
      by: 'abuelo_paco',
      text: 'Partida de dominó a las cinco, bajo el plátano. Hoy no se permite hacer trampas. (Ramón.)',
      reach: 2,
    },
    { by: 'dina_levi', text: 'מישהו יודע אם השוק פתוח ביום שישי?', said: ['tuan_na: Until two, said the fish lady.'] },
    {
      by: 'mira_k',
      text: 'Summer party: we have a band, a stage, 200 cups and nobody who wants to do the washing up. Guess what I’m asking.',
      reach: 2,
      said: ['jonas_hb: First hour.', 'gurpreet_s: Second and third.', 'chen_wei: 我来。'],
    },
    { by: 'ingrid_l', text: 'ok', reach: 0 },
  ],
};
