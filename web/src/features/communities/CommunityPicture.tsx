import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { useState } from 'react';
import { initials } from '#features/communities/communities.rules.ts';
import { avatarUrls, mediaUrl } from '#platform/media.ts';
import { cx } from '#ui/cx.ts';
import { useSavesData } from '#ui/data-saver/data-saver.ts';

interface CommunityPictureProps {
  community: Pick<Community, 'name' | 'profile_path'>;
  /** Pixels. */
  size: number;
  eager?: boolean | undefined;
}

/**
 * A community's picture: a rounded square, unlike people's round ones. The community's name is next to it, or on the link around it.
 * Without a picture, and with the data saver on, it shows the name's initials; a picture that doesn't load is replaced by the default one.
 */
export function CommunityPicture({ community: { name, profile_path }, size, eager = false }: CommunityPictureProps) {
  const [failed, setFailed] = useState<{ path: string; count: number }>();
  const savesData = useSavesData();
  const classes = cx(
    'block shrink-0 overflow-hidden bg-raised ring-1 ring-line',
    size > 32 ? 'rounded-card' : 'rounded-control',
  );
  if (savesData || profile_path === defaultProfilePath) {
    return (
      <span
        aria-hidden="true"
        // Drawn by the stylesheet: as text, it would have to be part of the link's name.
        data-initials={initials(name)}
        className={cx(
          classes,
          'before:content-[attr(data-initials)] inline-flex select-none items-center justify-center font-brand font-semibold text-text',
        )}
        style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
      />
    );
  }
  const { src, fallback } = avatarUrls(profile_path);
  const failures = failed?.path === profile_path ? failed.count : 0;
  return (
    <img
      src={[src, fallback][failures] ?? mediaUrl(defaultProfilePath)}
      alt=""
      width={size}
      height={size}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => failures < 2 && setFailed({ path: profile_path, count: failures + 1 })}
      className={cx(classes, 'object-cover text-transparent')}
      style={{ width: size, height: size }}
    />
  );
}
