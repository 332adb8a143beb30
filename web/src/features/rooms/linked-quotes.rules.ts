/** What a link in a message leads to on this very site. */
export interface Linked {
  kind: 'message' | 'post' | 'comment';
  id: string;
}

/** How many of its links a message shows as quotes, at most. */
const mostQuotes = 3;

/** The rest of an address: the page, its id, no more of the path, and the comment it leads to. */
const address = /^\/(messages|posts)\/([\w-]+)(?![\w/%-])(?:\?comment=([\w-]+))?/;

/** The first messages, posts and comments of this site that a text links to, each once. @param origin this site's, as `https://hubbub.example.org` */
export function linkedIn(text: string, origin: string): Linked[] {
  const found = new Map<string, Linked>();
  for (const rest of text.split(origin).slice(1)) {
    const [, page, id, comment] = address.exec(rest) ?? [];
    if (id === undefined) continue;
    if (page === 'messages') found.set(`message ${id}`, { kind: 'message', id });
    else if (comment === undefined) found.set(`post ${id}`, { kind: 'post', id });
    else found.set(`comment ${comment}`, { kind: 'comment', id: comment });
  }
  return [...found.values()].slice(0, mostQuotes);
}
