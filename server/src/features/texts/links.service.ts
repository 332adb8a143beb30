import type { LinkPreview } from '@hubbub/contract/features/texts/texts.shapes.ts';
import { find } from 'linkifyjs';
import { OutgoingError } from '#platform/outgoing/outgoing.ts';
import type { Platform } from '#platform/platform.ts';
import { readPageWords } from './page-words.service.ts';

const pageTypes = ['text/html', 'application/xhtml+xml'];

/** The address of a text's first link to the web. */
const firstLink = (text: string): string | undefined =>
  find(text, 'url', { defaultProtocol: 'https' })
    .map(({ href }) => href)
    .find((href) => /^https?:/i.test(href));

/** Whether a text's link gets a preview: this server makes them, and its author hasn't had too many lately. Counts it. */
export async function isPreviewed(
  { config, limits }: Pick<Platform, 'config' | 'limits'>,
  text: string,
  authorId: string,
): Promise<boolean> {
  return config.linkPreviews && firstLink(text) !== undefined && (await limits.allows('link-previews', authorId));
}

/**
 * Fetches what the page says that a text links to first.
 * @returns null: there's no link, or its page can't be reached or says nothing
 */
export async function previewLink(
  { outgoing, config }: Pick<Platform, 'outgoing' | 'config'>,
  text: string,
  signal?: AbortSignal,
): Promise<LinkPreview | null> {
  const url = firstLink(text);
  if (!config.linkPreviews || url === undefined) return null;
  try {
    const { body, charset } = await outgoing.get(url, { types: pageTypes, mayCut: true, signal });
    const words = readPageWords(body, charset);
    return words ? { url, ...words, image_path: null } : null;
  } catch (error) {
    if (error instanceof OutgoingError) return null;
    throw error;
  }
}
