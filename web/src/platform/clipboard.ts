/** Copies a text. Rejects if the browser doesn't allow it. */
export async function copyToClipboard(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text);
  // Over plain http in a local network there's only the command, which asks the page what to copy.
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', answer, { capture: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', answer, { capture: true });
  if (!isCopied) throw new DOMException("The browser doesn't let this page copy", 'NotAllowedError');
}
