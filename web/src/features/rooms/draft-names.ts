/**
 * The name of a chat's draft: a text, the chosen files (`image`), or what the text is for (`composing`). The draft of an edit is named
 * after its message.
 */
export const draftName = (kind: 'message' | 'image' | 'composing' | 'edit', id: string): string => `${kind}:${id}`;
