import { sharedCache, sharedPage } from '#platform/shared.ts';

/** Keeps what a phone's share sheet sent until the composer takes it (`takeShared`). @returns the page that takes it over */
export async function keepShared(request: Request): Promise<string> {
  const form = await request.formData();
  const texts = ['title', 'text', 'url'].map((name) => form.get(name)).filter((text) => typeof text === 'string');
  // Some apps send a link in each of them.
  const text = [...new Set(texts.map((each) => each.trim()).filter((each) => each !== ''))].join('\n');
  const cache = await caches.open(sharedCache);
  for (const known of await cache.keys()) await cache.delete(known);
  await cache.put('/share/text', new Response(text));
  const files = form.getAll('files').filter((file) => file instanceof File);
  for (const [index, file] of files.entries()) {
    const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) };
    await cache.put(`/share/files/${index}`, new Response(file, { headers }));
  }
  return sharedPage;
}
