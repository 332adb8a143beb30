import { AccountPanel, BackToLogin, ForgotPasswordForm } from '#features/accounts/public.ts';
import { AskForLink } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function ForgotPasswordPage() {
  usePageTitle('Forgot Password');
  return (
    <AccountPanel
      title="Forgot Password"
      lead="We'll email you a one-time password."
      footer={
        <>
          <AskForLink />
          <BackToLogin />
        </>
      }
    >
      <ForgotPasswordForm />
    </AccountPanel>
  );
}
