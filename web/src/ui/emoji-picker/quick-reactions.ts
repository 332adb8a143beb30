/** Thumbs up, red heart, smiling face, crying face, folded hands, thumbs down, angry face. */
export const quickReactions = [
  { name: 'Thumbs up', emoji: '\u{1F44D}' },
  { name: 'Red heart', emoji: '\u2764\uFE0F' },
  { name: 'Smiling face', emoji: '\u{1F603}' },
  { name: 'Crying face', emoji: '\u{1F622}' },
  { name: 'Folded hands', emoji: '\u{1F64F}' },
  { name: 'Thumbs down', emoji: '\u{1F44E}' },
  { name: 'Angry face', emoji: '\u{1F621}' },
];
