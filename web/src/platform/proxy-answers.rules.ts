import { sizeText } from '#platform/size.rules.ts';

/** What a request carried. */
export interface Sent {
  bytes: number;
  files: number;
}

const things = ['this', 'this file'];
const thing = (files: number) => things[files] ?? 'these files';

/** What to tell people if something in front of Hubbub answered instead of it. @param sent undefined: the request had no body */
export function explainProxy(status: number, sent: Sent | undefined): string {
  if (status === 413 && sent !== undefined)
    return `The server in front of Hubbub refused ${thing(sent.files)}: it allows less than ${sizeText(sent.bytes)}. Send less, or ask whoever runs this site.`;
  if (status >= 502 && status <= 504)
    return `The server in front of Hubbub couldn't get an answer from it (${status}). Try again in a moment.`;
  if (status >= 400)
    return `The server in front of Hubbub refused this (${status}). Try another network, or ask whoever runs this site.`;
  return "We couldn't read Hubbub's response. Try again in a moment.";
}
