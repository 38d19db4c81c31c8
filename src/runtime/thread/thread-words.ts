/**
 * Words between the main thread and a thread of the program. They are typed and not parsed: both sides are one build in
 * one process, and nobody else holds the port (docs/decisions/0049-typed-words-between-threads.md).
 */
export type WordToThread =
  | { readonly kind: 'open'; readonly question: unknown }
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly given: readonly unknown[] }
  | { readonly kind: 'stop' };

/** What a thread tells. */
export type WordFromThread =
  | { readonly kind: 'opened' }
  | { readonly kind: 'not-opened'; readonly failure: ToldFailure }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: ToldFailure }
  | { readonly kind: 'news'; readonly name: string; readonly value: unknown };

/** An error as it travels: classes do not. The code is empty for an error that nobody foresaw. */
export interface ToldFailure {
  readonly code: string;
  readonly sentence: string;
  readonly isRetryable: boolean;
}

/** Functions of a thread by name; what they take and return must be data. */
export type Calls<C> = { readonly [K in keyof C]: (...given: never[]) => Promise<unknown> };
