import {
  type Conversation,
  type ConversationMember,
  updateGroup as endpoint,
} from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { defaultProfilePath, limits } from '@hubbub/contract/platform/limits.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { Crown, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  conversationOptions,
  useAddMembers,
  useRemoveMember,
  useUpdateGroup,
} from '#features/conversations/conversations.data.ts';
import { groupTitle, hasPicture } from '#features/conversations/conversations.rules.ts';
import { PeoplePicker } from '#features/conversations/PeoplePicker.tsx';
import { useRecentPeople } from '#features/conversations/people.data.ts';
import { OnlineDot } from '#features/presence/public.ts';
import { refusalOf } from '#platform/errors.ts';
import { avatarUrls, mediaUrl } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { AvatarEditor } from '#ui/avatar-editor/AvatarEditor.tsx';
import { type Picture, unchangedPicture } from '#ui/avatar-editor/avatar-editor.rules.ts';
import { usePictureUpload } from '#ui/avatar-editor/usePictureUpload.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

const { max } = limits.group.members;

interface GroupDialogProps {
  groupId: string;
  onClose: () => void;
}

type Part = 'members' | 'add' | 'edit';

/** A group's members, and forms to add people and to change its name and picture. */
export function GroupDialog({ groupId, onClose }: GroupDialogProps) {
  const { data: group } = useQuery(conversationOptions(groupId));
  const [part, setPart] = useState<Part>('members');
  if (group == null) return null;
  const back = () => setPart('members');
  if (part === 'add') return <AddDialog group={group} onDone={back} onClose={onClose} />;
  if (part === 'edit') return <EditDialog group={group} onDone={back} onClose={onClose} />;
  return <MembersDialog group={group} onPart={setPart} onClose={onClose} />;
}

interface PartProps {
  group: Conversation;
  onDone: () => void;
  onClose: () => void;
}

function MembersDialog({ group, onPart, onClose }: Omit<PartProps, 'onDone'> & { onPart: (part: Part) => void }) {
  const user = useCurrentUser();
  const { _id: id, members, owner } = group;
  const owns = owner?.username === user.username;
  const { mutate, isPending, variables, fault } = useRemoveMember(id);
  const askToRemove = async (username: string) => {
    const options = { confirmLabel: 'Remove', cancelLabel: 'Cancel', danger: true };
    if (await confirm(`Remove @${username} from this group?`, options)) mutate(username);
  };
  const inOrder = [...members].sort(
    (a, b) => Number(b.username === owner?.username) - Number(a.username === owner?.username),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={groupTitle(group, user.user_id)}
      description={members.length === 1 ? '1 member' : `${members.length} members`}
      footer={
        <div className="flex gap-2">
          <Button tone="secondary" wide onClick={() => onPart('edit')}>
            Edit
          </Button>
          <Button wide disabled={members.length >= max} onClick={() => onPart('add')}>
            <UserPlus size={18} aria-hidden="true" />
            Add people
          </Button>
        </div>
      }
    >
      <FormError text={fault} />
      <ul aria-label="Members" className="-mx-2 flex flex-col">
        {inOrder.map((member) => (
          <Member key={member.username} member={member} isOwner={member.username === owner?.username}>
            {owns && member._id !== user.user_id && (
              <IconButton
                label={`Remove ${member.username}`}
                tooltipSide="left"
                pending={isPending && variables === member.username}
                onClick={() => void askToRemove(member.username)}
              >
                <UserMinus size={18} aria-hidden="true" />
              </IconButton>
            )}
          </Member>
        ))}
      </ul>
    </Dialog>
  );
}

interface MemberProps {
  member: ConversationMember;
  isOwner: boolean;
  children: React.ReactNode;
}

function Member({ member, isOwner, children }: MemberProps) {
  const { username, name, profile_path, online } = member;
  return (
    <li className="flex items-center gap-1 rounded-control pr-1 hover:bg-raised">
      <Link
        to={pathTo('profile', { username })}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control px-2 focus-visible:-outline-offset-2"
      >
        <OnlineDot username={username} online={online}>
          <Avatar {...avatarUrls(profile_path)} size={40} />
        </OnlineDot>
        <span className="min-w-0 flex-1 leading-tight">
          <span dir="auto" className="block truncate font-semibold">
            {name}
          </span>
          <span className="block truncate text-muted text-sm">@{username}</span>
        </span>
        {isOwner && (
          <span className="flex shrink-0 items-center gap-1 text-muted text-xs">
            <Crown size={14} aria-hidden="true" />
            Owner
          </span>
        )}
      </Link>
      {children}
    </li>
  );
}

function AddDialog({ group, onDone, onClose }: PartProps) {
  const [chosen, setChosen] = useState<readonly Author[]>([]);
  const isIn = ({ username }: Author) => group.members.some((member) => member.username === username);
  const suggested = useRecentPeople().filter((person) => !isIn(person));
  const fresh = chosen.filter((person) => !isIn(person));
  const { mutate, isPending, fault } = useAddMembers(group._id, onDone);
  return (
    <FormDialog
      title="Add people"
      description="They see what's written from then on."
      action="Add"
      disabled={fresh.length === 0}
      form={{ submit: () => mutate(fresh.map(({ username }) => username)), error: fault, pending: isPending }}
      onBack={onDone}
      onClose={onClose}
    >
      <PeoplePicker
        chosen={chosen}
        onChange={setChosen}
        suggested={suggested}
        full={group.members.length + fresh.length >= max}
      />
    </FormDialog>
  );
}

function EditDialog({ group, onDone, onClose }: PartProps) {
  const { mutateAsync: update } = useUpdateGroup(group._id);
  const [picture, setPicture] = useState<Picture>(unchangedPicture);
  const { upload } = usePictureUpload(picture);
  const form = useValidatedForm({
    schema: endpoint.multipart.fields,
    initial: { name: group.name ?? '' },
    fails: 'here',
    explain: refusalOf,
    onSubmit: ({ name = '' }) =>
      upload(async (fields) => {
        await update({ name, ...fields });
        onDone();
      }),
  });
  const defaultPicture = mediaUrl(defaultProfilePath);
  return (
    <FormDialog title="Edit group" action="Save" form={form} onBack={onDone} onClose={onClose}>
      <AvatarEditor
        label="Group picture"
        current={mediaUrl(group.profile_path ?? defaultProfilePath)}
        currentIsDefault={!hasPicture(group)}
        fallback={defaultPicture}
        picture={picture}
        onChange={setPicture}
      />
      <TextField {...form.field('name')} label="Group name" data-autofocus />
    </FormDialog>
  );
}
