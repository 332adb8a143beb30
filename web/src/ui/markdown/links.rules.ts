import { parseUrl } from '@hubbub/contract/platform/urls.ts';
/** Where a link in a text may lead: web pages and mail addresses. Everything else is shown as text. */
export function safeLink(href: string): string | undefined {
  return ['http:', 'https:', 'mailto:'].includes(parseUrl(href)?.protocol ?? '') ? href : undefined;
}
