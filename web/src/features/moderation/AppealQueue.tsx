import {
  decideAppeal as endpoint,
  type WaitingAppeal,
} from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { appealsOptions, useJudgeAppeal } from '#features/moderation/moderation.data.ts';
import { actions, historyText, nounOf } from '#features/moderation/moderation.rules.ts';
import { QueueFrame } from '#features/moderation/QueueFrame.tsx';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { exactTime } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { EmptyState } from '#ui/states/States.tsx';
import { toast } from '#ui/toast/toasts.ts';

type Verdict = 'uphold' | 'overturn';

const proposed: Readonly<Record<Verdict, string>> = {
  uphold: 'We looked at it again, and the decision stands.',
  overturn: 'We looked at it again. The decision was wrong, and we took it back.',
};

/** What was decided, about what and by whom. */
function DecisionMade({ appeal: { decision, subject } }: { appeal: WaitingAppeal }) {
  return (
    <div className="rounded-control border-line-strong border-l-4 bg-raised px-3 py-2 text-sm">
      <p className="font-medium">
        {actions[decision.action].done}
        {subject.kind !== null && subject.kind !== 'user' && `: ${nounOf(subject.kind)}`}
        {decision.by !== null && ` · @${decision.by.username}`}
      </p>
      {subject.content !== '' && <p className="whitespace-pre-line break-words text-muted">{subject.content}</p>}
      {decision.text !== '' && <p className="mt-1 whitespace-pre-line break-words">{decision.text}</p>}
      {decision.rule_text !== null && (
        <p className="text-muted">
          Rule {decision.rule}: {decision.rule_text}
        </p>
      )}
    </div>
  );
}

const schema = endpoint.body.pick({ text: true });

interface VerdictFormProps {
  appealId: string;
  verdict: Verdict;
  onCancel: () => void;
}

/** The answer to the person who appealed, filled in already. What's typed instead holds for either verdict. */
function VerdictForm({ appealId, verdict, onCancel }: VerdictFormProps) {
  const { mutateAsync: judge } = useJudgeAppeal(appealId);
  const draft = useMemo(() => formDraft(`answer:${appealId}`, ['text']), [appealId]);
  const { submit, field, error, pending } = useValidatedForm({
    schema,
    initial: { text: proposed[verdict] },
    draft,
    fails: 'here',
    explain: refusalOf,
    onSubmit: async ({ text }) => {
      await judge({ decision: verdict, text });
      draft.forget();
      toast.success(verdict === 'uphold' ? 'Upheld' : 'Overturned');
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 border-line border-t pt-3">
      <TextArea {...field('text')} label="Your answer to them" rows={2} grows maxLength={limits.moderation.text} />
      <FormError text={error} />
      <div className="flex gap-2">
        <Button type="submit" pending={pending}>
          {verdict === 'uphold' ? 'Uphold' : 'Overturn'}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** An appeal with what was decided, and the answer. */
function AppealCard({ appeal }: { appeal: WaitingAppeal }) {
  const titleId = useId();
  const [verdict, setVerdict] = useState<Verdict>();
  const { appeal_id, user, text, created_at } = appeal;

  return (
    <Card className="p-4 sm:p-5">
      <article aria-labelledby={titleId} className="flex flex-col gap-3">
        <header>
          <h3 id={titleId} className="font-semibold">
            {user === null ? 'A deleted account' : `@${user.username}`} appeals
          </h3>
          <p className="text-muted text-sm">
            <time dateTime={created_at}>{exactTime(created_at)}</time>
          </p>
        </header>
        <p className="whitespace-pre-line break-words">“{text}”</p>
        <DecisionMade appeal={appeal} />
        <p className="text-muted text-sm">{historyText(appeal.history)}</p>
        {verdict === undefined ? (
          <div className="flex flex-wrap gap-2">
            <Button tone="secondary" onClick={() => setVerdict('uphold')}>
              Uphold
            </Button>
            <Button tone="secondary" onClick={() => setVerdict('overturn')}>
              Overturn
            </Button>
          </div>
        ) : (
          <VerdictForm appealId={appeal_id} verdict={verdict} onCancel={() => setVerdict(undefined)} />
        )}
      </article>
    </Card>
  );
}

/** Appeals that the caller may judge, newest first. */
export function AppealQueue() {
  const query = useInfiniteQuery(appealsOptions('open'));
  const appeals = query.data?.pages.flat() ?? [];
  return (
    <QueueFrame query={query} noun="appeals">
      {appeals.length === 0 ? (
        <EmptyState icon={Scale} title="No appeals waiting">
          Appeals against your own decisions go to someone else.
        </EmptyState>
      ) : (
        appeals.map((appeal) => <AppealCard key={appeal.appeal_id} appeal={appeal} />)
      )}
    </QueueFrame>
  );
}
