import type { Member, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { type Assignment, communityKey, useAssignRole } from '#features/communities/communities.data.ts';
import { type FailedAssignment, withFailure, withoutFailure } from '#features/communities/communities.rules.ts';
import { MemberCheckbox } from '#features/communities/MemberCheckbox.tsx';
import { MemberList } from '#features/communities/MemberList.tsx';
import { ApiError, errorTexts, isHandled } from '#platform/errors.ts';
import { usePaused } from '#platform/use-paused.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/toast/toasts.ts';

interface RoleMembersProps {
  handle: string;
  role: Role;
}

/** "@ada was not given the role crew." */
function failureText({ username, holds, reason }: FailedAssignment, role: Role): string {
  const what = holds ? `was not given the role ${role.name}` : `keeps the role ${role.name}`;
  return `@${username} ${what}. ${reason}`;
}

/**
 * Section 4, role assignment: checking a member's box adds the role, unchecking removes it, at once. What the server refuses is taken back and said;
 * Apply sends again what the connection swallowed, and fetches what the server has.
 */
export function RoleMembers({ handle, role }: RoleMembersProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [failures, setFailures] = useState<readonly FailedAssignment[]>([]);
  const [applying, setApplying] = useState(false);
  const { mutateAsync } = useAssignRole(handle);
  /** Assignments that the server has not answered. */
  const underWay = useRef(new Set<Promise<unknown>>());
  const query = usePaused(text.trim());

  async function assign(assignment: Assignment): Promise<void> {
    setFailures((before) => withoutFailure(before, assignment));
    const sent = mutateAsync(assignment);
    underWay.current.add(sent);
    try {
      await sent;
    } catch (error) {
      if (!isHandled(error)) {
        const failure = {
          ...assignment,
          reason: errorTexts(error).join(' '),
          mayPass: error instanceof ApiError && (error.isOffline || error.status === 429 || error.status >= 500),
        };
        setFailures((before) => withFailure(before, failure));
      }
    } finally {
      underWay.current.delete(sent);
    }
  }

  async function apply(): Promise<void> {
    setApplying(true);
    const again = failures.filter(({ mayPass }) => mayPass);
    setFailures(again);
    for (const failure of again) void assign(failure);
    const results = await Promise.allSettled(underWay.current);
    await client.invalidateQueries({ queryKey: communityKey(handle, 'members') });
    setApplying(false);
    if (results.every(({ status }) => status === 'fulfilled')) toast.success('Roles are saved');
  }

  return (
    <section aria-label={`Members with the role ${role.name}`} className="min-w-0">
      <Card className="flex flex-col overflow-hidden">
        <header className="flex flex-col gap-3 border-line border-b p-4">
          <h2 className="min-w-0 font-semibold text-lg [overflow-wrap:anywhere]">
            Who is <bdi>{role.name}</bdi>
          </h2>
          <p className="text-muted text-sm">
            {role.grantable
              ? 'Check a member to give the role, uncheck to take it. It counts at once.'
              : 'You cannot give or take this role: it carries permissions that you do not have.'}
          </p>
          <TextField
            label="Search members"
            hideLabel
            placeholder="Search members"
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            leading={<Search size={18} aria-hidden="true" />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </header>
        <div className="h-[min(52dvh,28rem)] py-2">
          <MemberList handle={handle} query={query} label="Members">
            {(member: Member) => (
              <MemberCheckbox
                member={member}
                checked={member.roles.includes(role.role_id)}
                disabled={!role.grantable}
                onChange={(holds) => void assign({ username: member.username, roleId: role.role_id, holds })}
              />
            )}
          </MemberList>
        </div>
        <footer className="flex flex-col gap-3 border-line border-t p-4">
          <FormError
            text={failures.length === 0 ? undefined : failures.map((one) => failureText(one, role)).join('\n')}
          />
          <Button size="lg" wide pending={applying} onClick={() => void apply()}>
            Apply
          </Button>
        </footer>
      </Card>
    </section>
  );
}
