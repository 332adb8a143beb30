import { appeal as endpoint, type OwnDecision } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useId, useMemo, useState } from 'react';
import { Attachments } from '#features/moderation/Attachments.tsx';
import { useSendAppeal } from '#features/moderation/moderation.data.ts';
import { headlineOf, outcomeOf } from '#features/moderation/moderation.rules.ts';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { tabFormDraft } from '#platform/tab-drafts.ts';
import { exactTime, longDate } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { toast } from '#ui/toast/toasts.ts';

/** The field and button for an appeal. `token` comes from a mail's link, for someone who can't log in. */
function AppealForm({ decisionId, token }: { decisionId: string; token: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  // People who appeal with a link aren't signed in, so what they type is kept in the tab.
  const draft = useMemo(
    () => (token === undefined ? formDraft : tabFormDraft)(`appeal:${decisionId}`, ['text']),
    [decisionId, token],
  );
  const { mutateAsync: send } = useSendAppeal(decisionId, token);
  const { submit, field, error, pending, form } = useValidatedForm({
    schema: endpoint.body,
    initial: { text: '' },
    draft,
    fails: 'here',
    explain: refusalOf,
    onSubmit: async ({ text }) => {
      await send(text);
      draft.forget();
      toast.success("We got your appeal. We'll notify you of the answer.");
    },
  });

  if (!isOpen && form.watch('text') === '') {
    return (
      <div>
        <Button tone="secondary" onClick={() => setIsOpen(true)}>
          Appeal
        </Button>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextArea
        {...field('text')}
        label="Why should this be changed?"
        hint="You can appeal once. Someone else from the team will look at it if possible."
        rows={3}
        grows
        autoFocus
        maxLength={limits.moderation.text}
      />
      <FormError text={error} />
      <div className="flex gap-2">
        <Button type="submit" pending={pending}>
          Send appeal
        </Button>
        <Button
          tone="quiet"
          onClick={() => {
            setIsOpen(false);
            form.reset();
            draft.forget();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** What was decided about the person: the text, the rule, the end, and what it was about, with a way to appeal. */
export function DecisionCard({ decision, token }: { decision: OwnDecision; token?: string | undefined }) {
  const titleId = useId();
  const outcome = outcomeOf(decision);
  const { appeal, subject, until } = decision;
  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <article aria-labelledby={titleId} className="flex flex-col gap-3">
        <header>
          <h2 id={titleId} className="font-semibold text-lg">
            {headlineOf(decision)}
          </h2>
          <p className="text-muted text-sm">
            <time dateTime={decision.created_at} title={exactTime(decision.created_at)}>
              {longDate(decision.created_at)}
            </time>
            {until !== null && ` · until ${longDate(until)}`}
            {until === null && (decision.action === 'ban' || decision.action === 'suspend') && ' · for good'}
          </p>
        </header>
        {subject.content !== '' && (
          <blockquote className="line-clamp-4 whitespace-pre-line break-words border-line-strong border-l-2 pl-3 text-muted">
            {subject.content}
          </blockquote>
        )}
        {/* People who are logged out can't load them. */}
        {token === undefined && <Attachments files={subject.files} />}
        {decision.text !== '' && <p className="whitespace-pre-line break-words">{decision.text}</p>}
        {decision.rule_text !== null && (
          <p className="rounded-control bg-raised px-3 py-2 text-sm">
            <span className="font-medium">Rule {decision.rule}:</span> {decision.rule_text}
          </p>
        )}
        {outcome !== null && <p className="font-medium">{outcome}</p>}
        {appeal?.answer && <p className="whitespace-pre-line break-words">{appeal.answer}</p>}
        {decision.can_appeal && <AppealForm decisionId={decision.decision_id} token={token} />}
      </article>
    </Card>
  );
}
