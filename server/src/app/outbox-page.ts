import { createHash } from 'node:crypto';
import { escapeHtml } from '#platform/html.ts';
import type { OutboxMail } from '#platform/mail/outbox.ts';

const style = `
:root { color-scheme: light dark; --bg: oklch(0.985 0.004 85); --surface: oklch(1 0 0); --raised: oklch(0.965 0.006 85);
  --line: oklch(0.9 0.008 85); --text: oklch(0.22 0.01 60); --muted: oklch(0.5 0.012 60); --accent: oklch(0.76 0.16 55); }
@media (prefers-color-scheme: dark) { :root { --bg: oklch(0.17 0.008 60); --surface: oklch(0.205 0.008 60);
  --raised: oklch(0.245 0.009 60); --line: oklch(0.32 0.009 60); --text: oklch(0.95 0.006 80); --muted: oklch(0.73 0.012 75); } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 32px 16px 64px; }
header { display: flex; align-items: baseline; gap: 16px; margin-bottom: 24px; }
h1 { margin: 0; font-size: 28px; line-height: 1.2; letter-spacing: -0.02em; overflow-wrap: anywhere; }
header a { margin-left: auto; white-space: nowrap; }
a { color: inherit; text-underline-offset: 3px; text-decoration-color: var(--accent); }
a:focus-visible, pre:focus-visible, iframe:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 10px; }
.muted { color: var(--muted); font-size: 14px; }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 16px; background: var(--surface); overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; gap: 2px 16px; padding: 14px 20px; text-decoration: none; }
@media (min-width: 600px) { li a { grid-template-columns: 1fr auto; } }
li a:hover { background: var(--raised); }
li a:focus-visible { outline-offset: -2px; }
li strong { font-weight: 600; overflow-wrap: anywhere; }
time { font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 24px; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 32px 0 12px; }
iframe { display: block; width: 100%; height: 620px; border: 1px solid var(--line); border-radius: 16px; background: var(--surface); }
pre { margin: 0; padding: 20px; border: 1px solid var(--line); border-radius: 16px; background: var(--surface);
  font: 14px/1.6 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
button { min-height: 44px; padding: 10px 20px; border: 0; border-radius: 10px; background: var(--accent); color: oklch(0.2 0.01 60); font: inherit;
  font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
.empty { padding: 40px 20px; border: 1px dashed var(--line); border-radius: 16px; text-align: center; color: var(--muted); }
`;

/** For the outbox pages: their own style sheet, frames of their own origin, nothing else. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`;

/** For the mail itself, which is shown in a frame: inline styles, and links that open in a new tab; no script, nothing loaded. */
export const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** All mail, newest first. `path` is a mail's URL without its id. */
export function listPage(mails: readonly OutboxMail[], path: string): string {
  const items = mails.map(
    (mail) =>
      `<li><a href="${path}/${mail.id}"><strong>${escapeHtml(mail.subject)}</strong>${time(mail)}<span class="muted">to ${escapeHtml(mail.to)}</span></a></li>`,
  );
  const list =
    items.length > 0
      ? `<ul>${items.join('\n')}</ul>`
      : '<p class="empty">No mail yet. Register an account, and its activation link appears here.</p>';
  return page(
    'Mail',
    `<header><h1>Mail</h1><a href="${path}">Reload</a></header>
<p class="muted">This server doesn't send mail because SMTP_URL isn't set. Everything it would have sent is here.</p>
${list}`,
  );
}

/** One mail: the recipient, the HTML in a frame, and the text with links. */
export function mailPage(mail: OutboxMail, path: string): string {
  return page(
    mail.subject,
    `<header><h1>${escapeHtml(mail.subject)}</h1><a href="${path}">All mail</a></header>
<dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Sent</dt><dd>${time(mail, '')}</dd></dl>
<iframe src="${path}/${mail.id}/html" title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>As text</h2>
<pre tabindex="0">${withLinks(mail.text)}</pre>`,
  );
}

/** A mail's HTML for the frame: its links open in a new tab. */
export function framedMail(mail: OutboxMail): string {
  return mail.html.replace('<head>', '<head>\n<base target="_blank">');
}

/** A page that the server writes itself, without a script. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Hubbub</title>
<style>${style}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`;
}

function time(mail: OutboxMail, className = 'muted'): string {
  return `<time class="${className}" datetime="${mail.sentAt}">${when.format(new Date(mail.sentAt))}</time>`;
}

function withLinks(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
}
