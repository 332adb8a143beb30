import { useQuery } from '@tanstack/react-query';
import { siteOptions } from '#features/site/site.data.ts';
import { mediaUrl } from '#platform/media.ts';
import { Logo, LogoMark } from '#ui/logo/Logo.tsx';

const productName = 'Hubbub';

/** What the site is called; the product's name until that's known. */
export const useSiteName = (): string => useQuery(siteOptions).data?.name ?? productName;

function Picture({ path, size }: { path: string; size: number }) {
  return (
    <img
      src={mediaUrl(path)}
      alt=""
      width={size}
      height={size}
      className="shrink-0 rounded-sm object-cover"
      style={{ width: size, height: size }}
    />
  );
}

/** The site's logo alone, where there's no room for its name; the product's symbol if it has none. `size` in pixels. */
export function SiteMark({ size = 36 }: { size?: number }) {
  const { data: site, isPending } = useQuery(siteOptions);
  if (isPending) return <span className="inline-block" style={{ width: size, height: size }} />;
  return site?.logo_path ? <Picture path={site.logo_path} size={size} /> : <LogoMark size={size} />;
}

/**
 * The site's logo and name; the product's if the site has none, or can't be reached. Until they're known their place is empty, so that
 * nobody sees another site's first. `size` in pixels.
 */
export function SiteLogo({ size = 34 }: { size?: number }) {
  const { data: site, isPending } = useQuery(siteOptions);
  if (isPending) return <span className="inline-block" style={{ height: size }} />;
  if (site === undefined || (site.logo_path === null && site.name === productName)) return <Logo size={size} />;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-2.5">
      {site.logo_path !== null && <Picture path={site.logo_path} size={size} />}
      <bdi
        title={site.name}
        className="truncate font-bold font-brand text-text text-xl tracking-tight"
        style={{ lineHeight: `${size}px` }}
      >
        {site.name}
      </bdi>
    </span>
  );
}
