import { assert } from '#base/assert.ts';
import { MINUTE_MS } from '#base/time.ts';
import { forwarded, headersOf, type Visitor } from './visitor.ts';

/** A signed-in user of the program under load. */
export interface Account extends Visitor {
  /** Runs of the user's bots that buy, which commands name. */
  readonly runs: readonly string[];
  readonly portfolioIds: readonly string[];
  readonly strategyIds: readonly string[];
  /** Ended ones, of all portfolios. */
  readonly cycles: readonly KnownCycle[];
  /** ISO instant before the first of the bots started. */
  readonly since: string;
}

/** An ended cycle; times are UTC milliseconds of the market. */
export interface KnownCycle {
  readonly cycleId: string;
  readonly symbol: string;
  readonly beginAt: number;
  readonly endAt: number;
}

/** Signs in as the page does. */
export async function signIn(
  address: string,
  who: { readonly email: string; readonly password: string },
  from?: string,
): Promise<Visitor> {
  const url = new URL('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded', address);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(address).origin, ...forwarded(from) },
    body: JSON.stringify({ ...who, returnSecureToken: true }),
  });
  const reply = await response.json();
  if (typeof reply.idToken !== 'string') throw new Error(`${who.email} was not signed in: ${JSON.stringify(reply)}`);
  return { token: reply.idToken, ...(from === undefined ? {} : { from }) };
}

/** A call of the API that must succeed. */
export async function ask(address: string, visitor: Visitor, sent: { readonly path: string; readonly body?: unknown }) {
  const response = await fetch(new URL(sent.path, address), {
    method: sent.body === undefined ? 'GET' : 'POST',
    headers: { ...headersOf(visitor), 'content-type': 'application/json' },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(`${sent.path} was answered ${response.status}: ${JSON.stringify(reply)}`);
  return reply;
}

/** Loads the demo for a user and waits until its weeks are computed. */
export async function withDemo(address: string, visitor: Visitor): Promise<Account> {
  await ask(address, visitor, { path: '/api/load-demo', body: {} });
  while ((await ask(address, visitor, { path: '/api/demo' })).state !== 'loaded') {
    await new Promise((resolve) => setTimeout(resolve, DEMO_ASK_MS));
  }
  const { items } = await ask(address, visitor, { path: '/api/dca-bot/get-bots' });
  const bots: readonly WireBot[] = items;
  const portfolioIds = [...new Set(bots.map((bot) => bot.portfolio_id))];
  const cycles = (await Promise.all(portfolioIds.map((id) => endedCycles(address, visitor, id)))).flat();
  assert(bots.length > 0 && cycles.length > 0, 'the demo has bots and cycles that have ended');
  return {
    ...visitor,
    portfolioIds,
    cycles,
    runs: bots.filter((bot) => bot.params.direction !== 'sell').map((bot) => bot.strategy_executor_id),
    strategyIds: [...new Set(bots.flatMap((bot) => bot.strategy_id ?? []))],
    since: new Date(
      Math.min(...bots.flatMap(({ started_at: at }) => (at === null ? [] : Date.parse(at)))) - MINUTE_MS,
    ).toISOString(),
  };
}

interface WireBot {
  readonly portfolio_id: string;
  readonly strategy_executor_id: string;
  readonly strategy_id: string | null;
  readonly started_at: string | null;
  readonly params: { readonly direction: string };
}

interface WireCycle {
  readonly cycle_id: string;
  readonly symbol: string;
  readonly begin_date: string | null;
  readonly end_date: string | null;
}

async function endedCycles(address: string, visitor: Visitor, portfolioId: string): Promise<readonly KnownCycle[]> {
  const path = `/api/dca-bot/get-cycles?portfolio_id=${portfolioId}&limit=${CYCLES_MAX}`;
  const { items }: { readonly items: readonly WireCycle[] } = await ask(address, visitor, { path });
  return items.flatMap(({ cycle_id: cycleId, symbol, begin_date: begin, end_date: end }) =>
    begin === null || end === null ? [] : [{ cycleId, symbol, beginAt: Date.parse(begin), endAt: Date.parse(end) }],
  );
}

const CYCLES_MAX = 200;
const DEMO_ASK_MS = 500;
