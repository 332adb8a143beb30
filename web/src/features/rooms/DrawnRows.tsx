import type { ReactNode } from 'react';
import { Divider } from '#features/rooms/RowExtras.tsx';
import type { MessageRow, Row } from '#features/rooms/rows.rules.ts';
import type { RowVirtualizer } from '#features/rooms/use-position.ts';
import { cx } from '#ui/cx.ts';

interface DrawnRowsProps {
  rows: readonly Row[];
  virtualizer: RowVirtualizer;
  /** The row that Tab reaches. */
  tabKey: string | undefined;
  /** The message that somebody has just jumped to. */
  markedId: string | undefined;
  draw: (row: MessageRow) => ReactNode;
}

/** The rows in view, each where it belongs. */
export function DrawnRows({ rows, virtualizer, tabKey, markedId, draw }: DrawnRowsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: lines are placed one by one; the roles say what they are
    <div
      role="list"
      // Few rows are aligned to the bottom, unless `--rows-margin` says otherwise.
      className="relative mt-[var(--rows-margin,auto)] w-full shrink-0"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        const isMessage = row.kind === 'message';
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            role="listitem"
            {...(isMessage && { tabIndex: row.key === tabKey ? 0 : -1 })}
            className={cx(
              'absolute top-0 left-0 w-full transition-colors duration-500 focus-visible:-outline-offset-2',
              isMessage && row.stored !== null && row.stored._id === markedId && 'bg-accent-soft/60',
            )}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {isMessage ? draw(row) : <Divider row={row} />}
          </div>
        );
      })}
    </div>
  );
}
