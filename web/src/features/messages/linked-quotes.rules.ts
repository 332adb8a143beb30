/** What a link in a message leads to on this very site. */
export interface Linked {
  kind: 'message' | 'post';
  id: string;
}

/** A message shows as many quotes of what it links to. */
const mostQuotes = 3;

/** The rest of an address: the page, its id, and no more of the path. */
const address = /^\/(messages|posts)\/([\w-]+)(?![\w/%-])/;

/** The first messages and posts of this site that a text links to, each once. @param origin this site's, as `https://hubbub.example.org` */
export function linkedIn(text: string, origin: string): Linked[] {
  const found = new Map<string, Linked>();
  for (const rest of text.split(origin).slice(1)) {
    const [, page, id] = address.exec(rest) ?? [];
    if (id !== undefined) found.set(`${page}/${id}`, { kind: page === 'posts' ? 'post' : 'message', id });
  }
  return [...found.values()].slice(0, mostQuotes);
}
