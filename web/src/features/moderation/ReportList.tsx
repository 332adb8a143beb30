import type { Report } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { rulesOptions } from '#features/moderation/moderation.data.ts';
import { ReportCard } from '#features/moderation/ReportCard.tsx';

/** Once a decision takes a report out of the list, the one that takes its place has the focus, so that keys decide that one. */
function useFocusOnNext(ids: string) {
  const list = useRef<HTMLDivElement>(null);
  const next = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cards are there once the list has changed
  useEffect(() => {
    if (next.current === undefined) return;
    const cards = list.current?.querySelectorAll('article') ?? [];
    cards[Math.min(next.current, cards.length - 1)]?.focus();
    next.current = undefined;
  }, [ids]);
  return {
    list,
    onDeciding: (index: number, isDeciding: boolean) => {
      next.current = isDeciding ? index : undefined;
    },
  };
}

/** A report that the address names is shown and has the focus, once it's there. */
function useFocusOnWanted(list: RefObject<HTMLDivElement | null>, place: number) {
  const isDone = useRef(false);
  useEffect(() => {
    if (place === -1 || isDone.current) return;
    isDone.current = true;
    list.current?.querySelectorAll('article')[place]?.focus();
  }, [list, place]);
}

/** Reports, of which one at a time counts as open. @param firstIsOpen whether that's the first one until another is chosen */
export function ReportList({ reports, firstIsOpen }: { reports: readonly Report[]; firstIsOpen: boolean }) {
  const [params] = useSearchParams();
  const wanted = params.get('report') ?? undefined;
  const [openId, setOpenId] = useState(wanted);
  const { data: rules = [] } = useQuery(rulesOptions);
  const { list, onDeciding } = useFocusOnNext(reports.map(({ report_id }) => report_id).join());
  const place = reports.findIndex(({ report_id }) => report_id === wanted);
  useFocusOnWanted(list, place);
  const open = reports.find(({ report_id }) => report_id === openId) ?? (firstIsOpen ? reports[0] : undefined);
  return (
    <div ref={list} className="flex flex-col gap-4">
      {reports.map((report, index) => (
        <ReportCard
          key={report.report_id}
          report={report}
          rules={rules}
          isOpen={report === open}
          onOpen={() => setOpenId(report.report_id)}
          onDeciding={(isDeciding) => onDeciding(index, isDeciding)}
        />
      ))}
    </div>
  );
}
