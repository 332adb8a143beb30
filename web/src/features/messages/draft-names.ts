/**
 * The name of a chat's draft: a text, the chosen files (`image`), or what the text is for (`composing`). The draft of an edit is named
 * after its message, and the files of one that's being sent (`sending`) after its `client_id`.
 */
export const draftName = (kind: 'message' | 'image' | 'composing' | 'edit' | 'sending', id: string): string =>
  `${kind}:${id}`;
