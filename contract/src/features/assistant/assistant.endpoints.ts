import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { codePoints, limits } from '../../platform/limits.ts';

const tag = 'assistant';

const { text, conversation, messages } = limits.assistant;

/** Who said it: the person, or the assistant in an earlier answer. */
export const assistantMessage = z
  .object({
    role: z.enum(['user', 'assistant']),
    content: z
      .string()
      .refine((value) => value.trim() !== '', { error: 'Write a message first', abort: true })
      .refine((value) => codePoints(value) <= text, { error: `A message should not be more than ${text} characters` }),
  })
  .meta({ id: 'AssistantMessage' });
export type AssistantMessage = z.output<typeof assistantMessage>;

/** The conversation so far, oldest first; the last message is the one to answer. */
export const assistantQuestion = z.object({
  messages: z
    .array(assistantMessage)
    .min(1, { error: 'Write a message first', abort: true })
    .max(messages, { error: `Send at most ${messages} messages along`, abort: true })
    .refine((all) => all.at(-1)?.role === 'user', { error: 'The last message must be from the person who asks' })
    .refine((all) => all.reduce((sum, { content }) => sum + codePoints(content), 0) <= conversation, {
      error: `The conversation should not be more than ${conversation} characters; leave out its oldest messages`,
    }),
});

/**
 * A line of an answer: some text, or the last line, which says how the answer ended. `complete` false: it hit a length
 * limit. An `error` line, a sentence for the person, is always the last one.
 */
export const assistantLine = z.object({
  text: z.string().optional(),
  end: z.object({ complete: z.boolean() }).optional(),
  error: z.string().optional(),
});
export type AssistantLine = z.output<typeof assistantLine>;

export const getAssistant = endpoint({
  method: 'GET',
  path: '/v1/assistant',
  tag,
  summary:
    "Whether this server has an assistant, its model's name, and, for the site's owners and admins, the settings that add one",
  session: 'required',
  answer: {
    status: 200,
    // `settings`: the names of the settings that turn an assistant on, for the site's owners and admins; null for
    // members, and if the site has an assistant.
    body: z.object({
      configured: z.boolean(),
      model: z.string().nullable(),
      settings: z.array(z.string()).nullable(),
    }),
  },
});

export const askAssistant = endpoint({
  method: 'POST',
  path: '/v1/assistant/answers',
  tag,
  summary: 'Ask the assistant; its answer is streamed as lines',
  session: 'required',
  body: assistantQuestion,
  answer: { status: 200, body: assistantLine, stream: true },
  errors: [413, 422],
});
