import { z } from 'zod';
import { questionOf, type ThingKind, type TypedQuestion } from '#features/moderation/explain.rules.ts';
import type { useValidatedForm } from '#ui/form/useValidatedForm.ts';

/** What's typed into the form, made into a question. What's missing is said at its field. */
export const questionSchema = z
  .object({
    username: z.string(),
    kind: z.custom<ThingKind>(),
    text: z.string(),
    channel: z.string(),
    action: z.string(),
  })
  .transform((typed, context) => {
    const { question, faults } = questionOf(typed);
    for (const [field, message] of Object.entries(faults)) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
    return question;
  });

/** What its fields need of the form. */
export type QuestionForm = Pick<
  ReturnType<typeof useValidatedForm<TypedQuestion, z.output<typeof questionSchema>>>,
  'form' | 'field'
>;
