/** Where a link in a text may lead: web pages and mail addresses. Everything else is shown as text. */
export function safeLink(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol) ? href : undefined;
}
