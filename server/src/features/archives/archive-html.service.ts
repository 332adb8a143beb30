import { createHash } from 'node:crypto';
import { type ArchivePart, archiveParts } from '@hubbub/contract/features/archives/archives.shapes.ts';
import { escapeHtml } from '#platform/html.ts';

const style = `:root{color-scheme:light dark;--edge:#d9d9de;--quiet:#62626b;--text:#18181b;--page:#fff;--link:#0b57d0}
@media (prefers-color-scheme:dark){:root{--edge:#3a3a42;--quiet:#a5a5ae;--text:#ececf0;--page:#141417;--link:#9ab8ff}}
*{box-sizing:border-box}
body{background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:44rem;padding:1.5rem 1rem 4rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25}a{color:var(--link)}
article{border:1px solid var(--edge);border-radius:.75rem;padding:1rem;margin:1rem 0}
p.text{white-space:pre-wrap;margin:.25rem 0}
small,time,dt{color:var(--quiet);font-size:.875rem}
img,video{display:block;max-width:100%;max-height:32rem;border-radius:.5rem;margin-top:.75rem}
audio{width:100%;margin-top:.75rem}
dl{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.25rem 1rem;margin:0}dd{margin:0;min-width:0;white-space:pre-wrap}
@media (max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}dd dl{padding-left:1rem}}
nav ul{list-style:none;padding:0}nav li{display:flex;justify-content:space-between;border-bottom:1px solid var(--edge);padding:.625rem 0}
footer,nav.pages{display:flex;gap:1rem;margin-top:2rem}`;

const styleHash = createHash('sha256').update(style).digest('base64');
/** No scripts, no requests: a page only shows the files beside it, whatever its texts contain. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self' file:; media-src 'self' file:; base-uri 'none'; form-action 'none'`;

/** A page of the archive. @param body HTML, escaped already */
function pageHtml(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${body}</body></html>
`;
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value));

const timeHtml = (value: string) =>
  `<time datetime="${escapeHtml(value)}">${moment.format(new Date(value))} UTC</time>`;

interface ShownFile {
  path: string;
  type: string;
  alt?: string | null;
  name?: string | null;
}

/** @param up the relative path to the archive's root */
function fileHtml({ path, type, alt, name }: ShownFile, up: string): string {
  const address = escapeHtml(`${up}${path}`);
  const words = escapeHtml(alt ?? name ?? '');
  if (type.startsWith('image/'))
    return `<a href="${address}"><img src="${address}" alt="${words || 'Picture'}" loading="lazy"></a>`;
  if (type.startsWith('video/'))
    return `<video src="${address}" controls preload="none" aria-label="${words || 'Video'}"></video>`;
  if (type.startsWith('audio/'))
    return `<audio src="${address}" controls preload="none" aria-label="${words || 'Sound'}"></audio>`;
  return `<p><a href="${address}" download="${escapeHtml(name ?? '')}">${words || 'File'}</a></p>`;
}

/** A field's name, or a value that is a name itself, in words: 'Log in failed'. */
const labelOf = (key: string) =>
  labels.get(key) ?? escapeHtml(key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' '));
/** Fields whose names don't read well as words. */
const labels: ReadonlyMap<string, string> = new Map([
  ['show_nsfw', 'Shows sensitive posts'],
  ['keeps_usernames', 'Former usernames lead here'],
]);
/** Fields whose values come from a fixed set of names, never from what somebody wrote. */
const named: ReadonlySet<string> = new Set(['event', 'kind', 'notify', 'reason', 'site_role']);

function valueHtml(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (isTime(value)) return timeHtml(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueHtml).join(', ');
  if (typeof value === 'object') return factsHtml(value as Record<string, unknown>);
  return escapeHtml(String(value));
}

const factsHtml = (facts: Record<string, unknown>): string =>
  `<dl>${Object.entries(facts)
    .map(([key, value]) => {
      const shown = named.has(key) && typeof value === 'string' ? labelOf(value) : valueHtml(value);
      return `<dt>${labelOf(key)}</dt><dd>${shown}</dd>`;
    })
    .join('')}</dl>`;

const written: ReadonlySet<string> = new Set(['content', 'created_at', 'files', 'poll', 'to']);

/** A post, comment or message as text; anything else as a list of fields. */
function itemHtml(part: ArchivePart, item: Record<string, unknown>, up: string): string {
  if (part === 'media') return `<article>${fileHtml(item as unknown as ShownFile, up)}${factsHtml(item)}</article>`;
  if (typeof item.content !== 'string') return `<article>${factsHtml(item)}</article>`;
  const files = Array.isArray(item.files) ? (item.files as ShownFile[]) : [];
  const poll = item.poll as { choices: string[] } | null | undefined;
  const rest = Object.entries(item).filter(([key, value]) => !written.has(key) && value !== null);
  const place = typeof item.to === 'string' ? ` <small>to ${escapeHtml(item.to)}</small>` : '';
  return `<article>${isTime(item.created_at) ? timeHtml(item.created_at) : ''}${place}
<p class="text">${escapeHtml(item.content)}</p>
${poll ? `<ul>${poll.choices.map((choice) => `<li>${escapeHtml(choice)}</li>`).join('')}</ul>` : ''}
${files.map((file) => fileHtml(file, up)).join('\n')}
<details><summary><small>Details</small></summary>${factsHtml(Object.fromEntries(rest))}</details></article>`;
}

/** The path of a part's page in the archive. */
export const pagePath = (part: ArchivePart, number: number): string => `pages/${part}-${number}.html`;

/** A page of a part's items. */
export function partHtml(
  part: ArchivePart,
  items: readonly Record<string, unknown>[],
  { number, hasNext }: { number: number; hasNext: boolean },
): string {
  const { title } = archiveParts[part];
  const link = (to: number, text: string) => `<a href="../${pagePath(part, to)}">${text}</a>`;
  const turns = [number > 1 ? link(number - 1, 'Previous page') : '', hasNext ? link(number + 1, 'Next page') : ''];
  return pageHtml(
    title,
    `<main><p><a href="../index.html">Overview</a></p><h1>${escapeHtml(title)}${number > 1 ? `, page ${number}` : ''}</h1>
${items.map((item) => itemHtml(part, item, '../')).join('\n')}
<nav class="pages" aria-label="Pages">${turns.join('\n')}</nav></main>`,
  );
}

/** The archive's start page. */
export function indexHtml(about: {
  username: string;
  origin: string;
  createdAt: string;
  account: Record<string, unknown> | undefined;
  /** Each part that has a page, and its number of items. */
  parts: readonly { part: ArchivePart; count: number }[];
  /** Files that couldn't be read. */
  missing: readonly string[];
}): string {
  const { username, origin, createdAt, account, parts, missing } = about;
  const { picture, ...facts } = account ?? {};
  const rows = parts.map(
    ({ part, count }) =>
      `<li><a href="${pagePath(part, 1)}">${escapeHtml(archiveParts[part].title)}</a><span>${count}</span></li>`,
  );
  return pageHtml(
    `${username}’s data`,
    `<main><h1>${escapeHtml(username)}’s data</h1>
<p>From <strong>${escapeHtml(origin)}</strong>, ${timeHtml(createdAt)}. The same as JSON is in the folder <strong>data</strong>; <strong>schema.json</strong> describes it.</p>
${typeof picture === 'string' ? `<img src="${escapeHtml(picture)}" alt="Profile picture" width="160">` : ''}
<article>${factsHtml(facts)}</article>
<nav aria-label="Parts"><ul>${rows.join('')}</ul></nav>
${missing.length === 0 ? '' : `<h2>Files that couldn’t be read</h2><ul>${missing.map((path) => `<li>${escapeHtml(path)}</li>`).join('')}</ul>`}</main>`,
  );
}
