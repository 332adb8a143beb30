import { useQueryClient } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { ownUserOptions } from '#features/accounts/public.ts';
import { faultOf, useSetUpSite } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { EmptyState } from '#ui/states/States.tsx';

/** Where the set-up link leads that the server prints when it starts. */
export default function SetUpPage() {
  usePageTitle('Set up this site');
  const user = useCurrentUser();
  const navigate = useNavigate();
  const client = useQueryClient();
  const code = useSearchParams()[0].get('code') ?? '';
  const setUp = useSetUpSite();

  function become(): void {
    setUp.mutate(code, {
      onSuccess: async () => {
        await client.fetchQuery({ ...ownUserOptions, staleTime: 0 });
        await navigate(pathTo('firstSteps'), { replace: true });
      },
    });
  }

  return (
    <>
      <h1 className="sr-only">Set up this site</h1>
      <EmptyState
        icon={PartyPopper}
        title="This site is yours"
        action={
          <Button size="lg" pending={setUp.isPending} onClick={become}>
            Become the owner
          </Button>
        }
      >
        You&apos;re logged in as @{user.username}. This account will own the site: you choose its name, its rules, its
        team and who may join. The link works once.
      </EmptyState>
      <FormError text={faultOf(setUp.error)} />
    </>
  );
}
