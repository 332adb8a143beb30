import type { DemoCommunity } from './communities.ts';

/** Communities that only their members know of. */
export const privateCommunities: readonly DemoCommunity[] = [
  {
    handle: 'elm_street_9',
    name: 'Elm Street 9',
    description: 'For everybody who lives at number 9: stairs, bins, parcels and the roof.',
    isPrivate: true,
    by: 'priya_r',
    members: ['mira_k', 'gurpreet_s', 'eszter_b', 'omar_h', 'noor', 'nine_lives'],
    roles: [{ name: 'hosts', permissions: ['channel:create', 'ban:users'], holders: ['gurpreet_s'] }],
    channels: [
      {
        name: 'stairwell',
        topic: 'Parcels, noise and lost gloves',
        roles: ['user'],
        said: [
          'priya_r: There’s been a parcel on our landing since Tuesday. It ticks.',
          'omar_h: That’s mine. It’s a metronome. I’m sorry.',
          'eszter_b: And I thought my timing had improved.',
          'noor: سأغسل الدرج يوم الجمعة، انتبهوا من فضلكم.',
          'mira_k: Found on the third floor: one glove, left hand, green.',
          'nine_lives: the cat says it was like that when it got there',
        ],
      },
      {
        name: 'repairs',
        topic: 'What’s broken, and who has called whom',
        roles: ['user'],
        said: [
          'gurpreet_s: The light on the second floor flickers again. I’ve called them twice.',
          'priya_r: I’ll call at eight on Monday, before they’re awake enough to argue.',
          'priya_r: They’re coming on Wednesday.',
        ],
      },
    ],
    posts: [
      {
        by: 'priya_r',
        text: 'They’re fixing the roof in the second week of the month. The scaffolding goes up at the back, so please keep your bikes on the left side of the yard.',
        reach: 2,
        said: [
          'gurpreet_s: Can my mother see the drawings? She has opinions on roofs.',
          'priya_r: I was counting on it.',
        ],
      },
    ],
  },
  {
    handle: 'fifty_for_lea',
    name: 'Fifty for Léa',
    picture: 'choir-4',
    description: 'Léa turns fifty on the 14th. She knows nothing about any of this, and it has to stay that way.',
    isPrivate: true,
    by: 'dina_levi',
    members: ['mira_k', 'jonas_hb', 'sofia_m', 'eszter_b', 'emily_wren', 'mateus'],
    channels: [
      {
        name: 'plan',
        topic: 'Not a word on Thursdays',
        roles: ['user'],
        said: [
          'dina_levi: She thinks rehearsal starts at half past seven, as always. We’re there at six.',
          'jonas_hb: Cake for fifty-two. I’ve borrowed a second oven.',
          'sofia_m: ¿Y si llega antes?',
          'eszter_b: Then I play something long in the corridor.',
          'mira_k: I’ll bring the dahlias in my bicycle basket. Under the leeks, in case we meet.',
        ],
      },
      {
        name: 'the song',
        topic: 'Four parts, one verse each',
        roles: ['user'],
        said: [
          'mateus: O refrão dos baixos está pronto. É curto, como nós gostamos.',
          'dina_levi: The altos have a descant. It’s not up for discussion.',
        ],
      },
    ],
    posts: [
      {
        by: 'emily_wren',
        text: 'The card is printed. Sign it in the print room until Wednesday, and sign small: there are a lot of us.',
        media: 'drawing-4',
        reach: 2,
        said: ['jonas_hb: Signed. Large, before I read this. Sorry.'],
      },
    ],
  },
];
