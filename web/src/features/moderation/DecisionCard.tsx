import type { OwnDecision } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useId, useState } from 'react';
import { Attachments } from '#features/moderation/Attachments.tsx';
import { useSendAppeal } from '#features/moderation/moderation.data.ts';
import { headlineOf, outcomeOf } from '#features/moderation/moderation.rules.ts';
import { useTextDraft } from '#platform/drafts.ts';
import { readTabDraft, writeTabDraft } from '#platform/tab-drafts.ts';
import { exactTime, longDate } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/toast/toasts.ts';

/** An appeal's text, which survives a reload. Nobody is signed in who appeals with a link, so it's kept in the tab. */
function useAppealText(decisionId: string, token: string | undefined) {
  const name = `appeal:${decisionId}`;
  const draft = useTextDraft(name);
  const [typed, setTyped] = useState(() => readTabDraft(name) ?? '');
  const write = (text: string) => {
    setTyped(text);
    writeTabDraft(name, text);
  };
  return token === undefined ? draft : ([typed, write] as const);
}

/** The field and button for an appeal. `token` comes from a mail's link, for someone who can't log in. */
function AppealForm({ decisionId, token }: { decisionId: string; token: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useAppealText(decisionId, token);

  const { mutateAsync, fault, isPending } = useSendAppeal(decisionId, token);
  async function send(): Promise<void> {
    await mutateAsync(text);
    setText('');
    toast.success("We got your appeal. We'll answer by email, or when you log in.");
  }

  if (!isOpen && text === '') {
    return (
      <div>
        <Button tone="secondary" onClick={() => setIsOpen(true)}>
          Appeal
        </Button>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send().catch(() => undefined);
      }}
    >
      <TextArea
        label="Why should this be changed?"
        hint="You can appeal once. Someone else from the team will look at it if possible."
        rows={3}
        grows
        autoFocus
        maxLength={limits.moderation.text}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FormError text={fault} />
      <div className="flex gap-2">
        <Button type="submit" pending={isPending}>
          Send appeal
        </Button>
        <Button
          tone="quiet"
          onClick={() => {
            setIsOpen(false);
            setText('');
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
        {/* Whoever is logged out can't load them. */}
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
