import type { LinkPreview } from '@hubbub/contract/features/texts/texts.shapes.ts';
import { Globe } from 'lucide-react';

/** What the page says that a text links to, as a link to it. */
export function LinkCard({ link }: { link: LinkPreview }) {
  const { hostname } = new URL(link.url);
  return (
    <a
      href={link.url}
      target="_blank"
      rel="noopener nofollow ugc"
      className="block rounded-control border border-line px-3.5 py-2.5 leading-snug transition-colors hover:border-line-strong hover:bg-raised"
    >
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
    </a>
  );
}
