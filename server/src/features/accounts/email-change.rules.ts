/**
 * Masks an address so that its owner recognizes it and a stranger doesn't learn it: only its first letter and its
 * domain stay.
 */
export function veiledEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}•••${email.slice(at)}`;
}
