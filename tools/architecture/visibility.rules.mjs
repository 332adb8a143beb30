import { placeOf } from './graph.mjs';

/** A list for a viewer: it looks at the session, and returns several rows. */
const FOR_A_VIEWER = /\bsession\b|\bviewerId\b|\btokenHash\b/;
const SEVERAL_ROWS = /\bjsonArray(From)?\(|\blimit\b/i;

/** What people wrote, and people themselves. */
const READS =
  /\bfrom (posts|comments|users)\b|\b(?:selectFrom|innerJoin|leftJoin)\(\s*'(posts|comments|users)\b|\bjoin (users)\b/;

/**
 * Lists of people and of what they wrote leave out what the viewer may not see, by one of `visibility.conditions`. Those that needn't are
 * listed in `visibility.exempt`, with the reason.
 */
export function visibilityFaults(sources, { testSuffixes, visibility }) {
  const faults = [];
  const add = (file, line, sentence) => faults.push({ file, line, rule: 'lists-are-filtered', sentence });
  const asked = new RegExp(`\\b(${visibility.conditions.join('|')})(Text)?\\(`);
  const exempt = new Set(Object.keys(visibility.exempt));
  for (const { path, declarations } of sources) {
    const { isTest, workspace } = placeOf(path, testSuffixes);
    if (isTest || workspace !== 'server' || !path.endsWith('.queries.ts')) continue;
    for (const { name, line, text } of declarations) {
      const table = READS.exec(text)?.slice(1).find(Boolean);
      if (table === undefined || !FOR_A_VIEWER.test(text) || !SEVERAL_ROWS.test(text) || asked.test(text)) continue;
      if (exempt.delete(`${path}#${name}`)) continue;
      add(
        path,
        line,
        `${name} lists ${table} for a viewer without asking what that viewer may see: add one of ${visibility.conditions.join(', ')}. If it needn't, say why in visibility.exempt of architecture.config.js.`,
      );
    }
  }
  for (const key of exempt)
    add(
      'architecture.config.js',
      1,
      `visibility.exempt lists "${key}", which needs no exemption: take it off the list.`,
    );
  return faults;
}
