import type * as z from 'zod/mini';

/**
 * One call of the API as data. Schemas are in camelCase, the wire in snake_case; names are converted once at each end.
 * `path` uses `:name` for parameters. `kind` in a path is one of the bot kinds.
 */
export interface Call {
  /** Stable name, also the operation id of the OpenAPI document. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A POST that changes nothing and is only too long for an address: no idempotency key is stored for it. */
  readonly isRead?: true;
  /** Waits for an answer of the exchange most of the time. */
  readonly waitsForExchange?: true;
  readonly path: string;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** `none` answers without a token. */
  readonly access: 'user' | 'none';
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniObject;
  readonly reply: z.ZodMiniType;
  /** HTTP status of a successful answer. */
  readonly status: 200 | 202;
  /** Error codes of this call, besides the common ones. */
  readonly refusals: readonly string[];
}

export function call<const C extends Call>(definition: C): C {
  return definition;
}

/** The kind of work of a call, regardless of its method: requests of one kind share a lane. */
export type CallWork = 'read' | 'command' | 'exchange';

export function workOf(asked: Call): CallWork {
  if (asked.waitsForExchange === true) return 'exchange';
  return isReadCall(asked) ? 'read' : 'command';
}

/** Whether a call changes nothing. */
export function isReadCall({ method, isRead }: Call): boolean {
  return method === 'GET' || isRead === true;
}

type Part<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** What the handler of a call receives, after parsing. */
export interface Received<C extends Call> {
  readonly params: Part<C['params']>;
  readonly query: Part<C['query']>;
  readonly body: Part<C['body']>;
}

/** A successful answer of the call, in camelCase. */
export type Reply<C extends Call> = z.output<C['reply']>;
/** The path parameters that a client sends; undefined when the path has none. */
export type SentParams<C extends Call> = Sent<C['params']>;
/** The query that a client sends, before defaults are filled in. */
export type SentQuery<C extends Call> = Sent<C['query']>;
/** The body that a client sends, before defaults are filled in. */
export type SentBody<C extends Call> = Sent<C['body']>;

/**
 * Several reads in one answer: `GET /api/together?address=/api/…&address=/api/…`. The answer is `{"answers": […]}` in the
 * order of the addresses, each what its address answers when asked alone, or null where that is no success.
 */
export const TOGETHER_PATH = '/api/together';

/** As many addresses at most. */
export const TOGETHER_MAX = 12;
