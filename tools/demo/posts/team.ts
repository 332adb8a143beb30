/** Who runs the demo world's site, its owner first. */
export const team = [
  { username: 'mira_k', role: 'owner' },
  { username: 'yuki_tanaka', role: 'admin' },
  { username: 'kwame_a', role: 'moderator' },
] as const;

/** What the site says about itself. */
export const siteSettings = {
  description: 'Elm Street and around: the allotments, the choir, the bike kitchen, and whoever lives in between.',
  rules: [
    'Write as you’d talk over the garden fence.',
    'No threats, no insults, and nobody’s address, face or license plate without asking them.',
    'No advertising. Giving things away is welcome, and so is asking for them.',
  ],
  contact: 'The shed at the allotments, Saturdays from ten',
};

/** The post on top of every feed. */
export const announced = { by: 'dina_levi', start: 'Concert on the 21st' };
