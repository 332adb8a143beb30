/** Downloads a file under a name of its own: what the server calls it would win over a link's `download`. */
export async function save(src: string, name: string): Promise<void> {
  const link = Object.assign(document.createElement('a'), { href: src, download: name, target: '_blank' });
  try {
    const response = await fetch(src);
    if (!response.ok) throw new TypeError(`The picture was answered with ${response.status}`);
    link.href = URL.createObjectURL(await response.blob());
    link.click();
  } catch {
    // Another origin doesn't let it be read: then the browser takes it from there.
    link.click();
    return;
  }
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
