import type { z } from 'zod';
import { AppError } from '#base/errors.ts';

/** One action of the admin surface: the schema of its body, and what it does. */
export interface AdminAct {
  /** @returns the answer's body @throws AppError with a sentence when the action is impossible */
  run(body: unknown): Promise<object>;
}

/** An action that validates its body with a schema before anything happens. */
export function adminAct<Schema extends z.ZodType>(
  schema: Schema,
  act: (body: z.infer<Schema>) => Promise<object> | object,
): AdminAct {
  return {
    async run(body) {
      const parsed = schema.safeParse(body);
      if (!parsed.success) throw new InvalidBody(parsed.error);
      return act(parsed.data);
    },
  };
}

/** A body that does not fit its schema. */
export class InvalidBody extends AppError {
  readonly errors: readonly { readonly path: readonly PropertyKey[]; readonly detail: string }[];

  constructor(error: z.ZodError) {
    super('BODY_INVALID', 'The body does not fit: see errors for each field and what is allowed there.');
    this.errors = error.issues.map(({ path, message }) => ({ path, detail: message }));
  }
}

/** The error for something that was named but does not exist. */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `There is no ${what}. GET /admin/state lists them.`);
}
