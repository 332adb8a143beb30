import { Link } from 'react-router';

interface LinkTab {
  label: string;
  to: string;
  current: boolean;
}

/** Links between the parts of a page, of which one is open. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="mt-2 flex gap-1 overflow-x-auto border-line border-b">
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab.current ? 'page' : undefined}
          className="inline-flex min-h-11 flex-1 shrink-0 items-center justify-center border-transparent border-b-2 px-1 font-semibold text-muted text-sm transition-colors hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:border-accent-text aria-[current=page]:text-text"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
