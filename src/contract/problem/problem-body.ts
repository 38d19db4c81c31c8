import * as z from 'zod/mini';

/** The body of every error answer: RFC 9457 with our stable code. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** `path` is the field in snake_case names joined by dots; `figures` contain the numbers of the sentence. */
  errors: z.array(
    z.object({
      path: z.string(),
      code: z.string(),
      detail: z.string(),
      figures: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  requestId: z.string(),
  /** Only with CONFIRMATION_REQUIRED: sent as `confirm` of the same body, it carries the command out. */
  confirm: z.optional(z.string()),
});

/** A parsed error body, in camelCase. */
export type Problem = z.output<typeof problem>;
