import { escapeHtml } from '#platform/html.ts';

/** What a link to a page shows where it is shared. What members wrote is for members, so it says what kind of page it is and no more. */
interface Preview {
  pages: RegExp;
  title: string;
  description: string;
}

const previews: readonly Preview[] = [
  {
    pages: /^\/posts\/[^/]+\/?$/,
    title: 'A post on Hubbub',
    description: 'Log in to see the post, its pictures and what people say about it.',
  },
  {
    pages: /^\/profile\/[^/]+\/?$/,
    title: 'A profile on Hubbub',
    description: 'Log in to see who this is and what they have posted.',
  },
  {
    pages: /^\/vc\/join\/[^/]+\/?$/,
    title: 'A meeting on Hubbub',
    description: 'You are invited to a video meeting. Log in to join.',
  },
];

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
 * Gives the page of the app with the title and the description that fit an address.
 * @param page the built index.html
 * @param origin the public origin
 */
export function pagePreviews(page: string, origin: string): (path: string) => string {
  const made = previews.map((preview) => ({ pages: preview.pages, html: withPreview(page, preview, origin) }));
  return (path) => made.find(({ pages }) => pages.test(path))?.html ?? page;
}
