import type { AssistantMessage } from '@hubbub/contract/features/assistant/assistant.endpoints.ts';
import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';

/** The instructions the model gets before a conversation. */
export const instructions = [
  'You are the assistant of Hubbub, a social network. You help its members with questions, ideas and texts.',
  "Answer in the person's language. Be brief and plain. Write Markdown where it helps: lists, tables, code in fenced blocks.",
  "You can't see or change anything on Hubbub; if you're asked to, say so.",
].join(' ');

/** A conversation is sent after the instructions, and nothing in it can pass for instructions. */
export function withInstructions(messages: readonly AssistantMessage[]) {
  return [{ role: 'system' as const, content: instructions }, ...messages];
}

/** An answer is cut before it gets too long to be sent along with the next question; lengths are code points. */
export function cutTo(room: number, text: string): string {
  return text.length <= room ? text : [...text].slice(0, room).join('');
}

/** The settings that add an assistant. */
export const assistantSettings = ['ASSISTANT_URL', 'ASSISTANT_MODEL', 'ASSISTANT_API_KEY'] as const;

/** Settings are named only to those who run the site; members can't do anything with them. */
export const mayReadSettings = ({ siteRole }: { siteRole: SiteRole | null }): boolean =>
  siteRole === 'owner' || siteRole === 'admin';
