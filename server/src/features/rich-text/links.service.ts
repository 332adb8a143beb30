import type { LinkPreview } from '@hubbub/contract/features/rich-text/rich-text.shapes.ts';
import { linksIn } from '@hubbub/contract/platform/rich-text.ts';
import { keepLinkPicture } from '#features/media/public.ts';
import { OutgoingError } from '#platform/outgoing/outgoing.ts';
import type { Platform } from '#platform/platform.ts';
import { readPageWords } from './page-words.service.ts';

const pageTypes = ['text/html', 'application/xhtml+xml'];
/** The types to ask for; the content decides. No vector graphics, which can contain anything. */
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/** The address of a text's first link to the web. */
const firstLink = (text: string): string | undefined => linksIn(text).find(({ href }) => /^https?:/i.test(href))?.href;

/** Whether a text's link gets a preview: previews are on, and its author hasn't had too many lately. Counts it. */
export async function isPreviewed(
  { config, limits }: Pick<Platform, 'config' | 'limits'>,
  text: string,
  authorId: string,
): Promise<boolean> {
  return config.linkPreviews && firstLink(text) !== undefined && (await limits.allows('link-previews', authorId));
}

/**
 * Fetches the title, description and picture of the first page that a text links to.
 * @returns null: there's no link, or its page can't be reached or has no title
 */
export async function previewLink(platform: Platform, text: string, signal?: AbortSignal): Promise<LinkPreview | null> {
  const { outgoing, config } = platform;
  const url = firstLink(text);
  if (!config.linkPreviews || url === undefined) return null;
  try {
    const { body, charset, url: found } = await outgoing.get(url, { types: pageTypes, mayCut: true, signal });
    const words = readPageWords(body, charset);
    if (!words) return null;
    const { title, description, picture } = words;
    const address =
      picture !== undefined && URL.canParse(picture, found.href) ? new URL(picture, found).href : undefined;
    const path = address === undefined ? undefined : await fetchPicture(platform, address, signal);
    return { url, title, description, image_path: path ?? null };
  } catch (error) {
    if (error instanceof OutgoingError) return null;
    throw error;
  }
}

/** Stores the picture at an address. @returns its path; undefined: it can't be reached, or can't be shown */
async function fetchPicture(platform: Platform, address: string, signal?: AbortSignal): Promise<string | undefined> {
  try {
    const { body } = await platform.outgoing.get(address, { types: pictureTypes, signal });
    return await keepLinkPicture(platform, body);
  } catch (error) {
    if (!(error instanceof OutgoingError))
      platform.log.warn({ err: error }, "couldn't keep the picture of a link's page");
    return undefined;
  }
}
