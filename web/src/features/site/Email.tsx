/** Somebody's address, which breaks before the @ if it doesn't fit. */
export function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <p className="break-words text-muted text-sm">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </p>
  );
}
