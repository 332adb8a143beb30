import { useQuery } from '@tanstack/react-query';
import { siteOptions } from '#features/site/site.data.ts';
import { mediaUrl } from '#platform/media.ts';
import { Logo } from '#ui/logo/Logo.tsx';

/** The site's logo and name; the product's until they're known, and if the site has none. `size` in pixels. */
export function SiteLogo({ size = 34 }: { size?: number }) {
  const { data: site } = useQuery(siteOptions);
  if (site === undefined || (site.logo_path === null && site.name === 'Hubbub')) return <Logo size={size} />;
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      {site.logo_path !== null && (
        <img
          src={mediaUrl(site.logo_path)}
          alt=""
          width={size}
          height={size}
          className="shrink-0 rounded-sm object-cover"
          style={{ width: size, height: size }}
        />
      )}
      <bdi className="truncate font-bold font-brand text-text text-xl tracking-tight">{site.name}</bdi>
    </span>
  );
}
