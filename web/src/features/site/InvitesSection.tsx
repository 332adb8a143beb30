import type { Invite } from '@hubbub/contract/features/site/joining.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Copy, MailPlus, QrCode as QrIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { invitesOptions, useCreateInvite, useWithdrawInvite } from '#features/site/invites.data.ts';
import { PagedList } from '#features/site/PagedList.tsx';
import { peopleText } from '#features/site/site.rules.ts';
import { longDate } from '#platform/time.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { SelectField } from '#ui/field/SelectField.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { QrCode } from '#ui/qr-code/QrCode.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { copyText } from '#ui/toast/copy-text.ts';

const endedText = (left: number) => (left === 0 ? 'Used up' : 'No longer works');

const useChoices = [1, 5, 10, 30, 100, limits.invite.uses.max].map((uses) => ({
  value: String(uses),
  label: peopleText(uses),
}));
const dayChoices = [
  { value: '1', label: '1 day' },
  { value: String(limits.invite.days.usual), label: `${limits.invite.days.usual} days` },
  { value: '30', label: '30 days' },
  { value: String(limits.invite.days.max), label: '1 year' },
];

/** An invite's link as a QR code, to be shown on a screen or a projector. */
function InviteDialog({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invite"
      size="sm"
      footer={
        <Button wide icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copyText(invite.url)}>
          Copy link
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-4">
        <QrCode text={invite.url} label="QR code for the invite link" className="w-full max-w-72" />
        <p className="select-all break-all text-center text-sm">{invite.url}</p>
      </div>
    </Dialog>
  );
}

/** @param isToCommunity whether all invites around it are to the same community */
function InviteRow({ invite, isToCommunity, onShow }: { invite: Invite; isToCommunity: boolean; onShow: () => void }) {
  const withdraw = useWithdrawInvite();
  const { created_by: maker, uses_left: left, valid } = invite;

  async function askAndWithdraw(): Promise<void> {
    const details = "Its link stops working right away. People who've already joined stay.";
    const labels = { confirmLabel: 'Withdraw', cancelLabel: 'Cancel' };
    if (await confirm('Withdraw this invite?', { details, danger: true, ...labels })) withdraw.mutate(invite.invite_id);
  }

  return (
    <li>
      <Card className="flex items-center gap-1 py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1 leading-snug">
          <p className="truncate font-medium tabular">{invite.code}</p>
          <p className="text-muted text-sm">
            {valid ? `${peopleText(left)} until ${longDate(invite.expires_at)}` : endedText(left)}
            {!isToCommunity && invite.community_handle !== null && ` · to ${invite.community_handle}`} · by{' '}
            <bdi>{maker.name ?? maker.username}</bdi>
          </p>
        </div>
        {valid && (
          <>
            <IconButton label="Show QR code" onClick={onShow}>
              <QrIcon size={20} aria-hidden="true" />
            </IconButton>
            <IconButton label="Copy link" onClick={() => void copyText(invite.url)}>
              <Copy size={20} aria-hidden="true" />
            </IconButton>
          </>
        )}
        <IconButton label="Withdraw" onClick={() => void askAndWithdraw()} disabled={withdraw.isPending}>
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      </Card>
    </li>
  );
}

/** Invites to the site, or to one community by its handle: making one, and those that were made. */
export function InvitesSection({ community }: { community?: string }) {
  const pages = useInfiniteQuery(invitesOptions(community));
  const create = useCreateInvite('alert');
  const [uses, setUses] = useState(String(limits.invite.uses.usual));
  const [days, setDays] = useState(String(limits.invite.days.usual));
  const [shown, setShown] = useState<Invite>();
  const invites = pages.data?.pages.flatMap((page) => page.invites) ?? [];

  const make = () =>
    create.mutate({ uses: Number(uses), days: Number(days), community_handle: community }, { onSuccess: setShown });

  return (
    <div className="flex flex-col gap-5">
      <Card className="flex flex-col gap-4 p-4">
        <div className="grid grid-cols-2 gap-3">
          <SelectField label="For" value={uses} onChange={setUses} options={useChoices} />
          <SelectField label="Works for" value={days} onChange={setDays} options={dayChoices} />
        </div>
        <Button wide pending={create.isPending} onClick={make}>
          Make an invite
        </Button>
      </Card>
      <PagedList
        pages={pages}
        noun="invites"
        isEmpty={invites.length === 0}
        empty={
          <EmptyState icon={MailPlus} title="No invites yet">
            Make one, then share its link or show its QR code.
          </EmptyState>
        }
      >
        <ul aria-label="Invites" className="flex flex-col gap-3">
          {invites.map((invite) => (
            <InviteRow
              key={invite.invite_id}
              invite={invite}
              isToCommunity={community !== undefined}
              onShow={() => setShown(invite)}
            />
          ))}
        </ul>
      </PagedList>
      {shown !== undefined && <InviteDialog invite={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}
