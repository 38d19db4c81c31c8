import * as z from 'zod/mini';

/** What is wrong, and with which field below the value. */
export interface Complaint {
  readonly path: readonly (string | number)[];
  readonly sentence: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A schema that an object's own fields choose. Unlike a union, which only says that none of its members fits, it
 * complains about the field that is wrong.
 * @param choose - the schema for these fields, or what is wrong when there is none
 */
export function chosen<T>(choose: (given: Fields) => z.ZodMiniType<T> | string): z.ZodMiniType<T> {
  return z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((given: Fields, context): T => {
      const schema = choose(given);
      if (typeof schema === 'string') {
        context.issues.push({ code: 'custom', message: schema, input: given });
        return z.NEVER;
      }
      const parsed = schema.safeParse(given);
      if (parsed.success) return parsed.data;
      context.issues.push(...issuesOf(parsed.error));
      return z.NEVER;
    }),
  );
}

/** The issues of a part, for the transform that parsed it: as they are, with the path from the part. */
export function issuesOf({ issues }: z.core.$ZodError): z.core.$ZodRawIssue[] {
  return issues as z.core.$ZodRawIssue[]; // Issues that were told already are raw ones with a message.
}

/** A check that may find several things wrong at once. */
export function complaining<T>(find: (value: T) => readonly Complaint[]) {
  return z.check<T>(({ value, issues }) => {
    for (const { path, sentence } of find(value))
      issues.push({ code: 'custom', path: [...path], message: sentence, input: value });
  });
}
