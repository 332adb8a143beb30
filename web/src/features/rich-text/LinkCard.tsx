import type { LinkPreview } from '@hubbub/contract/features/rich-text/rich-text.shapes.ts';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { mediaUrl } from '#platform/media.ts';
import { useSavesData } from '#ui/data-saver/data-saver.ts';

/** A preview of the page that a text links to, as a link to it. The picture's space is reserved until it has loaded. */
export function LinkCard({ link }: { link: LinkPreview }) {
  const { hostname } = new URL(link.url);
  const [isMissing, setIsMissing] = useState(false);
  const savesData = useSavesData();
  return (
    <a
      href={link.url}
      target="_blank"
      rel="noopener nofollow ugc"
      className="block overflow-hidden rounded-control border border-line leading-snug transition-colors hover:border-line-strong hover:bg-raised"
    >
      {link.image_path !== null && !isMissing && !savesData && (
        <img
          src={mediaUrl(link.image_path)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setIsMissing(true)}
          className="aspect-[1.91] w-full border-line border-b bg-raised object-cover"
        />
      )}
      <span className="block px-3.5 py-2.5">
        <span className="flex items-center gap-1.5 text-muted text-sm">
          <Globe size={14} aria-hidden="true" className="shrink-0" />
          <span className="truncate">{hostname.replace(/^www\./, '')}</span>
        </span>
        <span dir="auto" className="mt-0.5 line-clamp-2 font-semibold [overflow-wrap:anywhere]">
          {link.title}
        </span>
        {link.description !== '' && (
          <span dir="auto" className="line-clamp-2 text-muted text-sm [overflow-wrap:anywhere]">
            {link.description}
          </span>
        )}
      </span>
    </a>
  );
}
