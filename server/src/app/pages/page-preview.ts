import type { PageName } from '@hubbub/contract/platform/pages.ts';
import { escapeHtml } from '#platform/html.ts';
import type { Preview, Previews } from '#platform/http/page-parts.ts';

function withPreview(page: string, { title, description }: Preview, origin: string): string {
  const tags = [
    ['og:site_name', 'Hubbub'],
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:image', `${origin}/icon-512.png`],
  ].map(([property = '', content = '']) => `<meta property="${property}" content="${escapeHtml(content)}" />`);
  return page
    .replace(/<title>[^<]*<\/title>/, `<title>${escapeHtml(title)}</title>`)
    .replace(/(<meta name="description" content=")[^"]*"/, `$1${escapeHtml(description)}"`)
    .replace('</head>', `${tags.join('')}</head>`);
}

/**
 * Returns the app's page with the right title and description.
 * @param page the built index.html
 * @param origin the public origin
 */
export function pagePreviews(page: string, origin: string, previews: Previews): (name: PageName | undefined) => string {
  const made = new Map([...previews].map(([name, preview]) => [name, withPreview(page, preview, origin)]));
  return (name) => (name && made.get(name)) ?? page;
}
