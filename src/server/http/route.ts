import { en } from 'zod/locales';
import * as z from 'zod/mini';
import type { Outcome, Reason } from '#base/errors.ts';
import type { Call, Received, Reply } from '#contract/call.ts';
import type { Services } from '../services.ts';
import { presentInTurns } from './answers/present-in-turns.ts';
import type { Context } from './context.ts';
import { ProblemError } from './problem.ts';
import { fromWire } from './wire.ts';

z.config(en()); // Without a locale zod/mini says only "Invalid input".

const NOTHING = z.strictObject({});

/** A request as received, before any schema. */
export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** A mounted call of the contract, with its types erased. */
export interface Route {
  readonly call: Call;
  /**
   * Who gets the same answer, by what it depends on besides its address: nothing but stored rows of the caller, nothing of the
   * caller, or more.
   */
  readonly sameFor: 'stored rows' | 'all users' | 'the moment';
  /** Whether a request can only take risk away, or moves exits: it is carried out when others are refused. */
  shrinksRisk(received: Received<Call>): boolean;
  /** Parses against the call's schemas; throws REQUEST_INVALID naming each bad field. */
  parse(raw: RawRequest): Received<Call>;
  /** Runs the handler on the result of `parse` and returns its reply in wire form, reduced to the schema. */
  answer(context: Context<Call>): Promise<{ readonly status: number; readonly body: unknown }>;
}

/** An answer with `changed: false` had nothing to do: it is complete, not in progress. */
const NOTHING_CHANGED = 200;

/** Pairs a call of the contract with its handler. */
export function route<const C extends Call>(call: C, handler: (context: Context<C>) => Promise<Reply<C>>): Route {
  return {
    call,
    sameFor: 'the moment',
    shrinksRisk: () => false,
    parse: (raw) => parseRequest(call, raw),
    answer: async (context) => {
      // The input was parsed with this call's schemas; only the list of routes has lost the type.
      const reply: unknown = await handler(context as unknown as Context<C>);
      return { status: statusOfReply(call, reply), body: await presentInTurns(call, reply) };
    },
  };
}

/** A call that reads nothing but stored rows: neither the engine nor a clock. */
export function storedRoute<const C extends Call>(call: C, handler: (context: Context<C>) => Promise<Reply<C>>): Route {
  return { ...route(call, handler), sameFor: 'stored rows' };
}

/** A call whose answer is the same for every user, and may be half a second old. */
export function sharedRoute<const C extends Call>(call: C, handler: (context: Context<C>) => Promise<Reply<C>>): Route {
  return { ...route(call, handler), sameFor: 'all users' };
}

/** A command that can only take risk away, or moves exits; `when` says which of its requests do. */
export function shrinkingRoute<const C extends Call>(
  call: C,
  handler: (context: Context<C>) => Promise<Reply<C>>,
  when: (received: Received<C>) => boolean = () => true,
): Route {
  // As above: parsed with this call's schemas.
  return { ...route(call, handler), shrinksRisk: (received) => when(received as unknown as Received<C>) };
}

/** A call that answers without a token. */
export function openRoute<const C extends Call>(call: C, handler: (services: Services) => Promise<Reply<C>>): Route {
  return route(call, ({ services }) => handler(services));
}

function statusOfReply(call: Call, reply: unknown): number {
  const isUnchanged = typeof reply === 'object' && reply !== null && 'changed' in reply && reply.changed === false;
  return isUnchanged ? NOTHING_CHANGED : call.status;
}

function parseRequest(call: Call, raw: RawRequest): Received<Call> {
  const parts = [
    named('path', parsePart(call.params ?? NOTHING, plain(raw.params))),
    named('query', parsePart(call.query ?? NOTHING, plain(raw.query))),
    named('body', parsePart(call.body ?? NOTHING, raw.body ?? {})),
  ] as const;
  const reasons = parts.flatMap((part) => (part.ok ? [] : part.reasons));
  if (reasons.length > 0) throw new ProblemError('REQUEST_INVALID', reasons.slice(0, REASONS_MAX));
  const [params, query, body] = parts.map((part) => (part.ok ? part.value : undefined));
  return { params, query, body } as Received<Call>; // Each part was parsed with its schema.
}

/** What is wrong with a part as a whole is told under the name of the part: no reason is without a place. */
function named(part: 'path' | 'query' | 'body', outcome: Outcome<unknown>): Outcome<unknown> {
  if (outcome.ok) return outcome;
  const reasons = outcome.reasons.map((reason) => ({ ...reason, path: reason.path?.length ? reason.path : [part] }));
  return { ok: false, reasons };
}

/** Maximum number of invalid fields listed in one answer. */
const REASONS_MAX = 100;

/** Router and query parser return objects without a prototype; conversion needs plain ones. */
function plain(value: unknown): unknown {
  return { ...(value as object | undefined) }; // Spread takes own keys only, from undefined too.
}

function parsePart(schema: z.ZodMiniObject, raw: unknown): Outcome<unknown> {
  const converted = fromWire(raw);
  if (!converted.ok) return converted;
  const parsed = schema.safeParse(converted.value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, reasons: parsed.error.issues.flatMap(reasonsOf) };
}

/** The issues found by a schema, as reasons with camelCase paths. */
export function reasonsOf(issue: z.core.$ZodIssue): Reason[] {
  const path = issue.path.map((segment) => (typeof segment === 'symbol' ? String(segment) : segment));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'UNKNOWN_FIELD',
      detail: 'is not a field of this call',
      path: [...path, key],
    }));
  }
  return [{ code: issue.code.toUpperCase(), detail: issue.message, path }];
}
