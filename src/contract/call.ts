import type * as z from 'zod/mini';

/**
 * One call of the API as data. Schemas are written in camelCase; the wire carries snake_case, converted once at each end.
 * `path` uses `:name` for parameters. `kind` in a path is one of the bot kinds.
 */
export interface Call {
  /** Stable name, also the operation id of the OpenAPI document. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** `none` answers without a token. */
  readonly access: 'user' | 'none';
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniObject;
  readonly reply: z.ZodMiniType;
  /** HTTP status of a right answer. */
  readonly status: 200 | 202;
  /** Codes that this call itself may refuse with, besides the common ones. */
  readonly refusals: readonly string[];
}

export function call<const C extends Call>(definition: C): C {
  return definition;
}

type Part<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** What the handler of a call receives, after parsing. */
export interface Received<C extends Call> {
  readonly params: Part<C['params']>;
  readonly query: Part<C['query']>;
  readonly body: Part<C['body']>;
}

/** What a right answer of the call holds, in camelCase. */
export type Reply<C extends Call> = z.output<C['reply']>;
/** What a client puts into the path; undefined when the path has no parameters. */
export type SentParams<C extends Call> = Sent<C['params']>;
/** What a client puts into the query, before defaults are filled in. */
export type SentQuery<C extends Call> = Sent<C['query']>;
/** What a client sends as body, before defaults are filled in. */
export type SentBody<C extends Call> = Sent<C['body']>;
