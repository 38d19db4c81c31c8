import { objectToCamel } from 'ts-case-convert';
import { vi } from 'vitest';
import type { Call, Reply } from '#contract/call.ts';
import { type ProblemCode, problems } from '#contract/problem.ts';
import { toWire } from '#server/http/wire.ts';

/** One request of a component, with names in camelCase. */
export interface SentRequest {
  readonly name: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The server as a component sees it: told beforehand what each call answers. */
export interface ToldServer {
  /** Every request so far. */
  readonly requests: readonly SentRequest[];
  /** The bodies of one call so far. */
  bodiesOf(call: Call): readonly unknown[];
  answers<const C extends Call>(call: C, reply: Reply<C>): void;
  /** Each request is answered by its own query and path. */
  answersBy<const C extends Call>(call: C, replyTo: (query: SentRequest['query'], path: string) => Reply<C>): void;
  refuses(call: Call, code: ProblemCode): void;
  /** The next request is refused; those after it are answered as before. */
  refusesOnce(call: Call, code: ProblemCode): void;
  /** Requests without the confirmation that the refusal contains are refused; others are answered as before. */
  confirms(call: Call): void;
  /** The call is never answered. */
  keepsWaiting(call: Call): void;
}

type Answer = (
  signal: AbortSignal | null,
  query: SentRequest['query'],
  path: string,
  body: unknown,
) => Promise<Response>;

/** The confirmation that `confirms` gives out. */
export const CONFIRMATION = 'confirmation-1';

/** Stands in for the server in one test; `vi.unstubAllGlobals` ends it. A call that was not told is a network error. */
export function toldServer(): ToldServer {
  const told = new Map<string, { readonly call: Call; readonly answer: Answer }>();
  const requests: SentRequest[] = [];
  vi.stubGlobal('fetch', async (address: URL | string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const known = [...told.values()].find(({ call }) => fits(call, init.method ?? 'GET', url.pathname));
    const body: unknown = init.body ? objectToCamel(JSON.parse(String(init.body))) : null;
    const query = objectToCamel(Object.fromEntries(url.searchParams)) as Readonly<Record<string, string>>;
    requests.push({ name: known?.call.name ?? '', path: url.pathname, query, body });
    if (known === undefined) throw new TypeError(`Nobody told what ${url.pathname} answers`);
    return known.answer(init.signal ?? null, query, url.pathname, body);
  });
  const tell = (call: Call, answer: Answer) => void told.set(call.name, { call, answer });
  const answerOf = (call: Call): Answer => {
    const known = told.get(call.name);
    if (known === undefined) throw new Error(`Nobody told what ${call.name} answers`);
    return known.answer;
  };
  return {
    requests,
    bodiesOf: (call) => requests.filter(({ name }) => name === call.name).map(({ body }) => body),
    answers: (call, reply) => tell(call, async () => Response.json(toWire(reply))),
    answersBy: (call, replyTo) => tell(call, async (_, query, path) => Response.json(toWire(replyTo(query, path)))),
    refuses: (call, code) => tell(call, async () => refusalOf(code)),
    refusesOnce(call, code) {
      const after = answerOf(call);
      tell(call, async () => {
        tell(call, after);
        return refusalOf(code);
      });
    },
    confirms(call) {
      const after = answerOf(call);
      tell(call, async (signal, query, path, body) =>
        Object(body).confirm === CONFIRMATION
          ? after(signal, query, path, body)
          : refusalOf('CONFIRMATION_REQUIRED', { confirm: CONFIRMATION }),
      );
    },
    keepsWaiting: (call) => tell(call, waiting),
  };
}

function fits(call: Call, method: string, path: string): boolean {
  return call.method === method && new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
}

function refusalOf(code: ProblemCode, more: { readonly confirm?: string } = {}): Response {
  const { status, sentence } = problems[code];
  const problem = {
    type: 'about:blank',
    title: '',
    status,
    code,
    detail: sentence,
    errors: [],
    request_id: 'r-1',
    ...more,
  };
  return Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } });
}

const waiting: Answer = (signal) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
