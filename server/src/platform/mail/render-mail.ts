import { escapeHtml } from '#platform/html.ts';
import { type MailContent, type MailLink, type RenderedMail, siteName } from './mail-content.ts';

/**
 * The web app's tokens as hexadecimal colors: mail apps support neither variables nor OKLCH. `light` is written into each element;
 * `dark` overrides it by class in apps that follow the system's theme.
 */
const light = {
  page: '#fbfaf7',
  card: '#ffffff',
  raised: '#f5f3ef',
  line: '#e0ded8',
  text: '#1e1a16',
  muted: '#69625d',
};
const dark = {
  page: '#120f0c',
  card: '#1a1614',
  raised: '#241f1c',
  line: '#36322e',
  text: '#f1eeea',
  muted: '#aca7a0',
};
const accent = '#fd923e';
const ink = '#1a1512';

const brandFont = "'Bricolage Grotesque', 'Avenir Next', 'Segoe UI', Helvetica, Arial, sans-serif";
const textFont = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const codeFont = "ui-monospace, 'SF Mono', Menlo, Consolas, monospace";

/**
 * Renders a mail as HTML and text. The HTML is tables with inline styles, no script and nothing loaded from elsewhere.
 * @param publicUrl origin without a trailing slash; links start with it
 * @param siteGiven the site's name; undefined: it has none of its own
 */
export function renderMail(given: MailContent, publicUrl: string, siteGiven?: string): RenderedMail {
  const site = siteGiven ?? product;
  const content = { ...given, subject: given.subject.replaceAll(siteName, () => site) };
  const link = content.button && linkOf(content.button, publicUrl);
  return {
    subject: content.subject,
    text: renderText(content, { publicUrl, site }, link),
    html: renderHtml(content, { publicUrl, site }, link),
  };
}

const product = 'Hubbub';

interface Sender {
  publicUrl: string;
  site: string;
}

interface Link {
  label: string;
  address: string;
}

const linkOf = ({ label, path }: MailLink, publicUrl: string): Link => ({ label, address: publicUrl + path });

function renderText(content: MailContent, { publicUrl, site }: Sender, link: Link | undefined): string {
  const paragraphs = content.paragraphs.map((paragraph) => {
    if (typeof paragraph === 'string') return paragraph;
    const { label, address } = linkOf(paragraph, publicUrl);
    return `${label}\n${address}`;
  });
  const parts = [content.heading, ...paragraphs];
  if (content.code) parts.push(content.code);
  if (link) parts.push(`${link.label}:\n${link.address}`);
  if (content.note) parts.push(content.note);
  if (content.unsubscribe) parts.push(`${stop}:\n${publicUrl}${content.unsubscribe}`);
  parts.push(`-- \n${site} · ${publicUrl}\n${reasonFor(site)}`);
  return `${parts.join('\n\n')}\n`;
}

/** The link that unsubscribes from this kind of mail. */
const stop = 'Stop these mails';
const stopLink = ({ unsubscribe }: MailContent, publicUrl: string): string =>
  unsubscribe === undefined
    ? ''
    : `<br><a class="muted" href="${escapeHtml(publicUrl + unsubscribe)}" style="color:${light.muted}">${stop}</a>`;

const reasonFor = (site: string) =>
  `You're getting this email because of your account on ${site}. Nobody reads replies to this address.`;

function renderHtml(content: MailContent, { publicUrl, site }: Sender, link: Link | undefined): string {
  const dot = site === product ? `<span style="color:${accent}">.</span>` : '';
  const paragraphs = content.paragraphs.map(
    (paragraph) =>
      `<p class="text" style="margin:0 0 16px;color:${light.text}">${typeof paragraph === 'string' ? escapeHtml(paragraph) : textLink(linkOf(paragraph, publicUrl))}</p>`,
  );
  const blocks = [...paragraphs];
  if (content.code) blocks.push(codeBlock(content.code));
  if (link) blocks.push(buttonBlock(link));
  if (content.note) {
    blocks.push(
      `<p class="muted" style="margin:0;font-size:14px;line-height:21px;color:${light.muted}">${escapeHtml(content.note)}</p>`,
    );
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.page} !important; }
  .card { background: ${dark.card} !important; border-color: ${dark.line} !important; }
  .raised { background: ${dark.raised} !important; border-color: ${dark.line} !important; }
  .text { color: ${dark.text} !important; }
  .muted { color: ${dark.muted} !important; }
  .link { color: ${accent} !important; }
}
@media (max-width: 520px) {
  .card { padding: 24px !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.page}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td class="text" style="padding:0 4px 20px;font:800 24px/28px ${brandFont};letter-spacing:-0.5px;color:${light.text}">
<a class="text" href="${escapeHtml(publicUrl)}" style="color:${light.text};text-decoration:none">${escapeHtml(site)}${dot}</a>
</td></tr>
<tr><td class="card" style="padding:32px;background:${light.card};border:1px solid ${light.line};border-radius:16px;font:400 16px/24px ${textFont};color:${light.text}">
<h1 class="text" style="margin:0 0 16px;font:700 22px/28px ${brandFont};letter-spacing:-0.2px;color:${light.text}">${escapeHtml(content.heading)}</h1>
${blocks.join('\n')}
</td></tr>
<tr><td class="muted" style="padding:20px 4px 0;font:400 13px/20px ${textFont};color:${light.muted}">
${escapeHtml(reasonFor(site))}${stopLink(content, publicUrl)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function codeBlock(code: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="raised text" align="center" style="padding:20px 8px;background:${light.raised};border:1px solid ${light.line};border-radius:10px;font:700 34px/40px ${codeFont};letter-spacing:8px;color:${light.text}">${escapeHtml(code)}</td>
</tr></table>`;
}

const textLink = ({ label, address }: Link): string =>
  `<a class="link" href="${escapeHtml(address)}" style="color:${light.text}">${escapeHtml(label)}</a>`;

/** A link in a colored cell, the form of button that all mail apps render, and the full URL for copying. */
function buttonBlock(link: Link): string {
  const address = escapeHtml(link.address);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td bgcolor="${accent}" style="background:${accent};border-radius:10px">
<a href="${address}" style="display:inline-block;padding:13px 24px;font:600 16px/22px ${textFont};color:${ink};text-decoration:none">${escapeHtml(link.label)}</a>
</td></tr></table>
<p class="muted" style="margin:0 0 16px;font-size:14px;line-height:21px;color:${light.muted}">If the button doesn't work, open this address:<br>
<a class="link" href="${address}" style="color:${light.text};word-break:break-all">${address}</a></p>`;
}
