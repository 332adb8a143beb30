import type { Line } from './talks.ts';

/** A group and what's said in it. */
export interface DemoGroup {
  /** Who made it. */
  by: string;
  members: readonly string[];
  /** What they wrote to each of the others before: new accounts can't add strangers. */
  invite: string;
  /** If left out, it's called by its members. */
  name?: string;
  /** A file in the pictures folder. */
  picture?: string;
  lines: readonly Line[];
  /** Who is added later: by whom, who writes the same to them, and before which line. They say nothing until then. */
  joins?: { username: string; by: string; before: number };
  /** Who hasn't read the others' last messages yet. */
  unreadBy?: string;
}

/** What more than two people talk about, the group with the oldest messages first. */
export const groups: readonly DemoGroup[] = [
  {
    by: 'jonas_hb',
    members: ['marlow', 'mateus', 'emily_wren'],
    invite: 'I’m getting a band together, the quiet kind. I’ll put you in the group, and you can still say no.',
    name: 'Porch band 🎶',
    picture: 'night-5',
    lines: [
      ['jonas_hb', 'Friday, my porch. I have a bass, a lamp and seven chairs.'],
      ['marlow', 'I have this. It still needs words.', 'sound:kalimba'],
      ['mateus', 'Posso cantar. Palavras, não prometo.'],
      ['emily_wren', 'I’ll draw the poster. Something like one of these?', 'poster-3 poster-7 poster-9'],
      ['jonas_hb', 'The second one. It looks the way we’d like to sound.'],
      ['marlow', 'And if it rains, it rains in time.', 'video:rain'],
    ],
  },
  {
    by: 'mira_k',
    members: ['kwame_a', 'oksana', 'marlow', 'abuelo_paco'],
    invite: 'The watering rota gets a group. It’s easier to find than the note on the gate.',
    name: 'Watering rota',
    picture: 'allotment-6',
    lines: [
      ['mira_k', 'The new rota. Swap among yourselves, but tell somebody.', 'document:watering-rota.csv'],
      ['oksana', 'Дякую! Субота мені підходить.'],
      ['abuelo_paco', 'El jueves estoy en el médico. ¿@marlow?'],
      ['marlow', 'Thursday is mine, then. I’ll bring the robin.'],
      ['kwame_a', 'Does the robin know how to turn a tap?'],
      ['marlow', 'Better than I do.'],
      ['mira_k', 'Ingrid has the bed by the gate now, so she’s in the rota.'],
      ['ingrid_l', 'Hello, everybody. I water early and I don’t talk before coffee.'],
      ['kwame_a', 'Found out who leaves it running.', 'leaves-4'],
      ['abuelo_paco', 'Fue el petirrojo.'],
    ],
    joins: { username: 'ingrid_l', by: 'kwame_a', before: 7 },
    unreadBy: 'mira_k',
  },
  {
    by: 'dina_levi',
    members: ['mira_k', 'sofia_m'],
    invite: 'I’m making a group for the descant: the three of us, and nobody who can hear us practice.',
    lines: [
      ['dina_levi', 'The descant, sung into a phone in a stairwell. Learn it by Thursday.', 'voice:descant'],
      ['sofia_m', '¡Qué bonito! ¿Y si lo aprendo para el viernes?'],
      ['dina_levi', 'The concert order is attached. Read the last line.', 'document:running-order.pdf'],
      ['mira_k', 'By heart. The cucumbers will help me.'],
    ],
  },
];
