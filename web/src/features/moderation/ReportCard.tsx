import type { DecisionAction, Report } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { type DecisionDetails, DecisionForm } from '#features/moderation/DecisionForm.tsx';
import { isTooLate, refetchReports, useDecideReport, viewingOptions } from '#features/moderation/moderation.data.ts';
import { actions, historyText, nounOf, reasonLabel } from '#features/moderation/moderation.rules.ts';
import { ReportSubject } from '#features/moderation/ReportSubject.tsx';
import { errorTexts } from '#platform/errors.ts';
import { useNow } from '#platform/now.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/toast/toasts.ts';

const order: readonly DecisionAction[] = ['dismiss', 'remove', 'warn', 'ban', 'suspend'];

/** Who else has the report open, or that one of them was faster. */
function Viewers({ viewers, isTaken }: { viewers: Report['viewers']; isTaken: boolean }) {
  return (
    <p role="status" className="text-sm empty:hidden">
      {isTaken && 'Somebody else has just decided this.'}
      {!isTaken && viewers.length > 0 && (
        <span className="rounded-control bg-accent-soft px-2 py-1 font-medium">
          {viewers.map(({ username }) => `@${username}`).join(', ')} {viewers.length === 1 ? 'has' : 'have'} this open,
          too
        </span>
      )}
    </p>
  );
}

/** What was decided, by whom. */
function Decided({ decision }: { decision: NonNullable<Report['decision']> }) {
  return (
    <p className="border-line border-t pt-3 text-sm">
      <span className="font-medium">
        {actions[decision.action].done}
        {decision.by !== null && ` by @${decision.by.username}`}
      </span>
      {decision.text !== '' && <span className="text-muted">: {decision.text}</span>}
    </p>
  );
}

/** The reason, how many reported it, where and when. */
function Heading({ report, titleId }: { report: Report; titleId: string }) {
  const now = useNow();
  const { reporters, community_handle, created_at } = report;
  return (
    <header className="flex flex-wrap items-baseline gap-x-2">
      <h3 id={titleId} className="font-semibold">
        {reasonLabel(report.reason)}: {nounOf(report.kind)}
      </h3>
      <p className="text-muted text-sm">
        {reporters === 1 ? '1 report' : `${reporters} reports`}
        {community_handle !== null && ` · @${community_handle}`} ·{' '}
        <time dateTime={created_at} title={exactTime(created_at)}>
          {relativeTime(created_at, now)}
        </time>
      </p>
    </header>
  );
}

/** What the reporter wrote, and whether a community passed it on. */
function Said({ report: { text, escalated } }: { report: Report }) {
  return (
    <>
      {text !== '' && <p className="whitespace-pre-line break-words text-sm">“{text}”</p>}
      {escalated && (
        <p className="text-sm">
          The community's moderators dismissed this. Because it was reported as illegal, you decide, too.
        </p>
      )}
    </>
  );
}

interface ReportCardProps {
  report: Report;
  rules: readonly string[];
  /** Whether the caller is looking at it, which is shown to others. */
  isOpen: boolean;
  onOpen: () => void;
  /** A decision is on its way: if it succeeds, this card goes. False: it stays. */
  onDeciding: (isDeciding: boolean) => void;
}

interface ChoicesProps {
  offered: readonly DecisionAction[];
  pending: boolean;
  onChoose: (action: DecisionAction) => void;
}

/** The decisions someone may make, as buttons that name their keys. */
function Choices({ offered, pending, onChoose }: ChoicesProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {order
        .filter((action) => offered.includes(action))
        .map((action) => (
          <Button
            key={action}
            tone="secondary"
            pending={action === 'dismiss' && pending}
            title={`Key: ${actions[action].key.toUpperCase()}`}
            onClick={() => onChoose(action)}
          >
            {actions[action].label}
          </Button>
        ))}
    </div>
  );
}

/** The decision whose key was pressed on the card itself. */
function actionOfKey(
  event: KeyboardEvent<HTMLElement>,
  offered: readonly DecisionAction[],
): DecisionAction | undefined {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return offered.find((action) => actions[action].key === event.key.toLowerCase());
}

/** Reloads the reports after somebody else has decided one. */
function ShowRest() {
  const client = useQueryClient();
  return (
    <Button tone="secondary" onClick={() => void refetchReports(client)}>
      Show what's left
    </Button>
  );
}

/** A report: the thing itself, who reported it and why, and what can be decided. Each decision has a key while the card has focus. */
export function ReportCard({ report, rules, isOpen, onOpen, onDeciding }: ReportCardProps) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const [chosen, setChosen] = useState<DecisionAction>();
  const { mutateAsync, error, fault, isPending: pending } = useDecideReport(report.report_id);
  const { data: seen } = useQuery({ ...viewingOptions(report.report_id), enabled: isOpen && report.state === 'open' });
  const isTaken = seen?.state === 'decided' && !pending;

  const shown = isTooLate(error) ? undefined : fault;

  async function decide(action: DecisionAction, details: DecisionDetails): Promise<void> {
    if (pending) return;
    onDeciding(true);
    try {
      await mutateAsync({ action, ...details });
      toast.success(actions[action].done);
    } catch (failure) {
      onDeciding(false);
      if (isTooLate(failure)) toast.error(errorTexts(failure).join('\n'));
      throw failure;
    }
  }

  function choose(action: DecisionAction): void {
    onOpen();
    if (action === 'dismiss') decide(action, { text: '', rule: null }).catch(() => undefined);
    else setChosen(action);
  }

  function cancel(): void {
    setChosen(undefined);
    // The form goes, and its keys decide again.
    card.current?.focus();
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const action = actionOfKey(event, report.actions);
    if (action === undefined || isTaken) return;
    event.preventDefault();
    choose(action);
  }

  return (
    <Card className="p-4 sm:p-5">
      <article
        ref={card}
        aria-labelledby={titleId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys decide
        tabIndex={0}
        onKeyDown={press}
        onFocus={onOpen}
        className="flex flex-col gap-3 rounded-card outline-offset-8"
      >
        <Heading report={report} titleId={titleId} />
        <Said report={report} />
        <ReportSubject report={report} />
        <p className="text-muted text-sm">{historyText(report.history)}</p>
        {report.state === 'open' && <Viewers viewers={seen?.viewers ?? report.viewers} isTaken={isTaken} />}
        {report.decision !== null && <Decided decision={report.decision} />}
        {isTaken && <ShowRest />}
        {!isTaken && chosen === undefined && report.actions.length > 0 && (
          <>
            <Choices offered={report.actions} pending={pending} onChoose={choose} />
            <FormError text={shown} />
          </>
        )}
        {!isTaken && chosen !== undefined && (
          <DecisionForm
            report={report}
            action={chosen}
            rules={rules}
            onDecide={(details) => decide(chosen, details)}
            onCancel={cancel}
          />
        )}
      </article>
    </Card>
  );
}
