/** An address as its owner recognizes it and a stranger doesn't learn it: its first letter and its domain. */
export function veiledEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}•••${email.slice(at)}`;
}
