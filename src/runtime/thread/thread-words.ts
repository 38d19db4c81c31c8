import * as z from 'zod/mini';

/** Words to a thread of the program. What a call carries is typed by the two sides, which are one build. */
export const wordToThread = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open'), question: z.unknown() }),
  z.strictObject({ kind: z.literal('call'), id: z.int(), name: z.string(), given: z.array(z.unknown()) }),
  z.strictObject({ kind: z.literal('stop') }),
]);

const failure = z.strictObject({ code: z.string(), sentence: z.string(), isRetryable: z.boolean() });

/** Words from a thread. A failure without a code is one that nobody foresaw. */
export const wordFromThread = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('opened') }),
  z.strictObject({ kind: z.literal('not-opened'), failure }),
  z.strictObject({ kind: z.literal('answer'), id: z.int(), value: z.unknown() }),
  z.strictObject({ kind: z.literal('failure'), id: z.int(), failure }),
  z.strictObject({ kind: z.literal('news'), name: z.string(), value: z.unknown() }),
]);

export type WordToThread = z.infer<typeof wordToThread>;
export type WordFromThread = z.infer<typeof wordFromThread>;
export type ToldFailure = z.infer<typeof failure>;

/** Functions of a thread by name; what they take and return must be data. */
export type Calls<C> = { readonly [K in keyof C]: (...given: never[]) => Promise<unknown> };
