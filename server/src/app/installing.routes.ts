import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pages } from '@hubbub/contract/platform/pages.ts';
import type { FastifyInstance } from 'fastify';
import { pictureAsIcon } from '#features/media/public.ts';
import { findSite } from '#features/site/public.ts';
import { nothingHere } from '#platform/errors/errors.ts';
import { etagOf, hasCopy } from '#platform/http/etag.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * The installed app's icons by the name in their URL: the side in pixels, and whether the system cuts their edges off.
 */
const icons = {
  '192': { side: 192, isMaskable: false },
  '512': { side: 512, isMaskable: false },
  'maskable-512': { side: 512, isMaskable: true },
} as const;
type IconName = keyof typeof icons;

const isIcon = (name: string): name is IconName => Object.hasOwn(icons, name);

/** The color in which the system draws the frame around the app before the app sets its own. */
const themeColor = '#120f0c';

/** What a browser needs to install the app. @param logo the path of the site's logo; null: it has the app's own icons */
function manifestOf({ name, description, logo }: { name: string; description: string; logo: string | null }): object {
  const version = logo === null ? '' : `?${new URLSearchParams({ logo })}`;
  const icon = (icon: IconName) => ({
    src: `/icons/${icon}.png${version}`,
    sizes: `${icons[icon].side}x${icons[icon].side}`,
    type: 'image/png',
    purpose: icons[icon].isMaskable ? 'maskable' : 'any',
  });
  return {
    id: '/',
    name,
    short_name: name,
    description: description || 'A feed, communities, messages and video meetings with people you know.',
    start_url: pages.feed.path,
    scope: '/',
    display: 'standalone',
    background_color: themeColor,
    theme_color: themeColor,
    icons: (Object.keys(icons) as IconName[]).map(icon),
    shortcuts: [
      { name: 'New post', url: pages.postUpload.path },
      { name: 'Messages', url: pages.chat.path },
    ],
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'files', accept: ['image/*', 'video/*'] }],
      },
    },
  };
}

/** The icons made from the logo that the site has now. */
function openIcons(platform: Platform): (logo: string, name: IconName) => Promise<Buffer | undefined> {
  let made: { logo: string; icons: Map<IconName, Promise<Buffer | undefined>> } | undefined;
  return async (logo, name) => {
    if (made?.logo !== logo) made = { logo, icons: new Map() };
    const known = made.icons.get(name) ?? pictureAsIcon(platform, logo, icons[name]);
    made.icons.set(name, known);
    known.catch(() => made?.icons.delete(name));
    return await known;
  };
}

/**
 * What makes the app installable: its manifest and icons, with the site's name and logo, and the path to which phones
 * share.
 * @param folder the built web app, which has the app's own icons
 */
export function registerInstalling(app: FastifyInstance, platform: Platform, folder: string): void {
  const hide = { schema: { hide: true } } as const;
  const iconOf = openIcons(platform);

  app.get('/manifest.webmanifest', hide, async (request, reply) => {
    const { name, description, logo_path: logo } = await findSite(platform.db.kysely);
    const text = JSON.stringify(manifestOf({ name, description, logo }));
    const etag = etagOf(text);
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (hasCopy(request, etag)) return reply.status(304).send();
    return reply.type('application/manifest+json').send(text);
  });

  app.get<{ Params: { name: string } }>('/icons/:name.png', hide, async (request, reply) => {
    const { name } = request.params;
    if (!isIcon(name)) throw nothingHere();
    const { logo_path: logo } = await findSite(platform.db.kysely);
    const own = logo === null ? undefined : await iconOf(logo, name);
    const icon = own ?? (await readFile(join(folder, `icon-${name}.png`)).catch(() => undefined));
    if (!icon) throw nothingHere();
    const etag = etagOf(icon);
    reply.headers({ etag, 'cache-control': 'public, max-age=3600' });
    if (hasCopy(request, etag)) return reply.status(304).send();
    return reply.type('image/png').send(icon);
  });

  // The app's service worker takes what's shared. Without one there's nowhere to keep it, so the body isn't read.
  const toComposer = { ...hide, config: { writes: false, anyOrigin: true } } as const;
  app.post('/share', { ...toComposer, onRequest: async (_, reply) => reply.redirect(pages.postUpload.path, 303) }, () =>
    Promise.resolve(),
  );
}
