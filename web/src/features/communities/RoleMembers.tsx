import type { Member, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useState } from 'react';
import { type Assignment, useAssignRole } from '#features/communities/communities.data.ts';
import { type FailedAssignment, withFailure, withoutFailure } from '#features/communities/communities.rules.ts';
import { MemberCheckbox } from '#features/communities/MemberCheckbox.tsx';
import { MemberList } from '#features/communities/MemberList.tsx';
import { ApiError, errorTexts, isHandled } from '#platform/errors.ts';
import { usePaused } from '#platform/use-paused.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { SearchField } from '#ui/field/SearchField.tsx';
import { FormError } from '#ui/form/FormError.tsx';

interface RoleMembersProps {
  handle: string;
  role: Role;
}

/** "@ada wasn't given the crew role." */
function failureText({ username, holds, reason }: FailedAssignment, role: Role): string {
  const what = holds ? `wasn't given the ${role.name} role` : `still has the ${role.name} role`;
  return `@${username} ${what}. ${reason}`;
}

/**
 * Checking a member's box adds the role, unchecking removes it, right away. If the server refuses, the
 * change is undone and the reason shown; if the connection failed, it can be retried.
 */
export function RoleMembers({ handle, role }: RoleMembersProps) {
  const [text, setText] = useState('');
  const [failures, setFailures] = useState<readonly FailedAssignment[]>([]);
  const { mutateAsync } = useAssignRole(handle);
  const query = usePaused(text.trim());

  async function assign(assignment: Assignment): Promise<void> {
    setFailures((before) => withoutFailure(before, assignment));
    try {
      await mutateAsync(assignment);
    } catch (error) {
      if (!isHandled(error)) {
        const failure = {
          ...assignment,
          reason: errorTexts(error).join(' '),
          mayPass: error instanceof ApiError && (error.isOffline || error.status === 429 || error.status >= 500),
        };
        setFailures((before) => withFailure(before, failure));
      }
    }
  }

  function retry(): void {
    for (const failure of failures) if (failure.mayPass) void assign(failure);
  }

  return (
    <section aria-label={`Members with the ${role.name} role`} className="min-w-0">
      <Card className="flex flex-col overflow-hidden">
        <header className="flex flex-col gap-3 border-line border-b p-4">
          <h2 className="min-w-0 font-semibold text-lg [overflow-wrap:anywhere]">
            Members with the <bdi>{role.name}</bdi> role
          </h2>
          <p className="text-muted text-sm">
            {role.grantable
              ? 'Check a member to give them the role, uncheck to take it away. Changes are saved right away.'
              : "You can't give or take this role because it has permissions that you don't have."}
          </p>
          <SearchField label="Search members" value={text} onChange={setText} />
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
        {failures.length > 0 && (
          <footer className="flex flex-col items-start gap-3 border-line border-t p-4">
            <FormError text={failures.map((one) => failureText(one, role)).join('\n')} />
            {failures.some(({ mayPass }) => mayPass) && (
              <Button tone="secondary" onClick={retry}>
                Try again
              </Button>
            )}
          </footer>
        )}
      </Card>
    </section>
  );
}
