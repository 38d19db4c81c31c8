import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { kindsTrading, paperLadder, ruleStrategy } from '#engine/bots/registry.ts';
import { findBot } from '#storage/bots.ts';
import { asUser, openDatabase } from '#storage/database/database.ts';
import { allCallRows } from '../../tests/support/all-call-rows.ts';
import { ANN, BOB, startWorld, type World } from '../../tests/support/api-world.ts';
import { readEvents } from '../../tests/support/audit-rows.ts';
import type { CallRequest } from '../../tests/support/call-row.ts';
import { columnNames, idsOfUser } from '../../tests/support/ids-of-user.ts';
import { type KeySupport, openKeySupport } from '../../tests/support/key-support.ts';
import { EVE, othersSeeNothing } from '../../tests/support/others-see-nothing.ts';
import { type PlayedMarket, playedMarket } from '../../tests/support/played-market.ts';
import { answeredKeys, documentedKeys } from '../../tests/support/reply-keys.ts';
import { rulesWorld } from '../../tests/support/rules-world.ts';
import type { Answer } from '../../tests/support/server.ts';
import { ownerFilter } from '../../tests/support/without-owner-filter.ts';
import { toWire } from './http/wire.ts';

let keySupport: KeySupport;
let market: PlayedMarket;
const rows = allCallRows(() => keySupport);

/** Codes of refusals of an id, where what it names belongs to bots of one kind. */
const OF_A_KIND = new Set(['PORTFOLIO_NOT_FOUND', 'BOT_NOT_FOUND', 'MANUAL_DEAL_NOT_FOUND']);
/** Calls that would end what the other tests depend on; they run last. */
const ENDING = new Set(['signOut', 'loadDemo', 'removeDemo']);
const all: readonly Call[] = calls;
const isOfKinds = (call: Call): boolean => call.path.includes('/:kind/');
const running = kindsTrading('paper');
/** Calls of a kind, and those that name something of a kind, once for each kind on paper; the others once. */
const table = all.flatMap((call) => {
  const row = rows[call.name as keyof typeof rows];
  const isOfAny = isOfKinds(call) || OF_A_KIND.has(row.foreign ?? '');
  if (!isOfAny || row.isForSteps === true) return [{ name: call.name, call, row, kind: paperLadder.kind }];
  return running.map((kind) => ({ name: `${call.name} of ${kind}`, call, row, kind }));
});
/** Who asks is judged before what is asked. */
const guarded = table.filter(({ call, kind }) => call.access === 'user' && kind === paperLadder.kind);
const commands = table.filter(({ call }) => call.method !== 'GET' && call.isRead !== true && !ENDING.has(call.name));

/** A call, and the kind of bots that it is asked about. */
interface Asked {
  readonly call: Call;
  readonly kind: string;
}

function urlOf({ call, kind }: Asked, request: CallRequest): string {
  const path = request.path ?? call.path.replace(':kind', kind).replace(':id', 'none').replace(':market', 'futures');
  const query = new URLSearchParams(request.query).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Several times as many as requests have connections to the database, so that some wait for one behind the first. */
const REPEATS = 30;
/** Never signed in before, and disabled. */
const DAN = 'dan';
const filter = ownerFilter();

let world: World;
let trail: Client;
/** The same server, as one who has bots of this kind sees it. */
const worlds = new Map<string, World>();
function worldOf(kind: string): World {
  const known = worlds.get(kind);
  if (known === undefined) throw new Error(`nobody has made bots of ${kind} for these tests`);
  return known;
}
let idsOfAnn: ReadonlySet<string>;
let columns: readonly string[];
/** Fewer than the fields that one answer lists. */
const COLUMNS_AT_ONCE = 90;
beforeAll(async () => {
  keySupport = await openKeySupport();
  const price = async (_: string, symbol: string) => ({ symbol, price: '2500.10', time: market.source.closed() });
  market = await playedMarket(['ETHUSDT'], price);
  market.source.pauseMs = 3_600_000;
  world = await startWorld({
    keysOf: (engine) => keySupport.servicesOf(engine),
    market,
    hasLab: true,
    requests: filter.over,
  });
  worlds.set(paperLadder.kind, world).set(ruleStrategy.kind, await rulesWorld(world));
  world.server.setTokenState(DAN, 'disabled');
  trail = new Client(world.server.ownerUrl);
  await trail.connect();
  columns = await columnNames(world.server.ownerUrl);
  idsOfAnn = await idsOfUser(world.server.ownerUrl, ANN);
});
afterAll(async () => {
  await trail.end();
  await world.server.close();
  await keySupport.close();
  await market.close();
});

function send(asked: Asked, request: CallRequest, as: string | null, headers: Record<string, string> = {}) {
  const { method } = asked.call;
  const body = method === 'GET' || request.body === undefined ? {} : { body: request.body };
  return world.server.send(method, urlOf(asked, request), { as, headers, ...body });
}

const codeOf = ({ status, body }: Answer): string => `${status} ${body.code}`;

/** What the audit trail tells of Ann, of what is done meanwhile. */
async function recordedWhile(act: () => Promise<void>): Promise<readonly string[]> {
  const before = await readEvents(trail, ANN);
  await act();
  return (await readEvents(trail, ANN)).slice(before.length);
}

describe('every call', () => {
  it('is mounted and has a row in this table', () => {
    expect(Object.keys(rows).toSorted()).toEqual(all.map((call) => call.name).toSorted());
    for (const call of all) {
      expect(world.server.app.hasRoute({ method: call.method, url: call.path }), call.name).toBe(true);
    }
  });

  it.each(guarded)('$name lets in neither strangers nor bad tokens nor disabled users', async (asked) => {
    const request = await asked.row.right(worldOf(asked.kind));
    expect(codeOf(await send(asked, request, null))).toBe('401 TOKEN_MISSING');
    const bad = await send(asked, request, null, { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' });
    expect(codeOf(bad)).toBe('401 TOKEN_INVALID');
    expect(bad.headers['content-type']).toContain('application/problem+json');
    expect(codeOf(await send(asked, request, DAN))).toBe('401 USER_DISABLED');
  });

  const bads = table
    .filter(({ kind }) => kind === paperLadder.kind)
    .flatMap((asked) => (asked.row.bad ?? []).map(([path, request], index) => ({ ...asked, path, request, index })));
  it.each(bads)('$name refuses a bad $path ($index) with 400', async ({ path, request, ...asked }) => {
    const right = await asked.row.right(worldOf(asked.kind));
    const query = { ...right.query, ...request.query };
    const body = { ...right.body, ...request.body };
    const sent = asked.call.method === 'GET' ? { query } : { body };
    const answer = await send(asked, { ...right, ...request, ...sent }, ANN);
    expect([answer.status, answer.body.code, answer.body.errors.map((entry: { path: string }) => entry.path)]).toEqual([
      400,
      path === 'end_time' ? 'TIME_INVALID' : 'REQUEST_INVALID',
      expect.arrayContaining([path]),
    ]);
    expect(answer.body.errors[0].detail.length).toBeGreaterThan(5);
  });

  it.each(guarded)('$name refuses every column of the database that is no field of it', async (asked) => {
    const { call } = asked;
    const right = await asked.row.right(worldOf(asked.kind));
    const fields = (call.method === 'GET' ? call.query : call.body)?.shape ?? {};
    const own = Object.keys(toWire(Object.fromEntries(Object.keys(fields).map((name) => [name, 0]))) as object);
    const names = ['is_admin', ...columns.filter((name) => !own.includes(name))];
    for (let start = 0; start < names.length; start += COLUMNS_AT_ONCE) {
      const sent = names.slice(start, start + COLUMNS_AT_ONCE);
      const extra = Object.fromEntries(sent.map((name) => [name, '1']));
      const request =
        call.method === 'GET' ? { query: { ...right.query, ...extra } } : { body: { ...right.body, ...extra } };
      const answer = await send(asked, { ...right, ...request }, ANN);
      const told = answer.body.errors.map(({ path }: { path: string }) => path);
      expect([answer.status, told.toSorted()]).toEqual([400, sent.toSorted()]);
    }
  });

  it.each(table.filter(({ call }) => !ENDING.has(call.name)))(
    '$name answers its owner with exactly the documented keys, and others as if nothing of it existed',
    async (asked) => {
      const { call, row } = asked;
      const request = await row.right(worldOf(asked.kind));
      await othersSeeNothing({ call, row, filter, idsOfOwner: idsOfAnn, send: (as) => send(asked, request, as) });
      const answer = await send(asked, request, ANN);
      expect([answer.status, answer.body.code]).toEqual([call.status, undefined]);
      const documented = documentedKeys(call, answer.body);
      const optional = call.name === 'getCandles'; // Volume is optional; here it is present.
      expect(optional || JSON.stringify(documented)).not.toContain('"missing"');
      expect(answeredKeys(call, answer.body)).toEqual(documented);
      if (isOfKinds(call) && 'items' in answer.body) expect(answer.body.items).not.toEqual([]);
    },
  );

  it.each(commands)(
    '$name has one effect and one answer when it is sent thirty times at once with its key',
    async (asked) => {
      const ofKind = worldOf(asked.kind);
      const alone = await asked.row.right(ofKind);
      const once = await recordedWhile(async () => {
        expect((await send(asked, alone, ANN)).status).toBe(asked.call.status);
      });
      const request = await asked.row.right(ofKind);
      const key = { 'idempotency-key': `key of ${asked.name}` };
      const answers: Answer[] = [];
      const recorded = await recordedWhile(async () => {
        const sent = Array.from({ length: REPEATS }, () => send(asked, request, ANN, key));
        answers.push(...(await Promise.all(sent)), await send(asked, request, ANN, key));
      });
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => asked.call.status));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(recorded).toEqual(once);
    },
  );
});

type KindCall = Extract<(typeof calls)[number], { readonly path: `/api/:kind/${string}` }>['name'];

/** What every call of a kind answers under a kind that its user has no bots of, when it names what belongs to another one. */
const UNDER_ANOTHER_KIND: Readonly<Record<KindCall, string>> = {
  createPortfolio: 'empty',
  createBot: '409 KIND_MISMATCH',
  saveStrategy: '404 STRATEGY_NOT_FOUND',
  getPortfolios: '200', // The one that was just created.
  getStrategies: 'empty',
  getLogs: 'empty',
  getLogCounts: 'empty',
  getBots: '404 PORTFOLIO_NOT_FOUND',
  getSignals: '404 PORTFOLIO_NOT_FOUND',
  getCycleCounts: '404 PORTFOLIO_NOT_FOUND',
  getStrategy: '404 STRATEGY_NOT_FOUND',
  tryStrategy: '404 STRATEGY_NOT_FOUND',
  deleteStrategy: '404 STRATEGY_NOT_FOUND',
  applyStrategy: '404 EXECUTOR_NOT_FOUND',
  finishBot: '404 EXECUTOR_NOT_FOUND',
  stopBot: '404 EXECUTOR_NOT_FOUND',
  restartBot: '404 EXECUTOR_NOT_FOUND',
  setIsEnterEnabled: '404 EXECUTOR_NOT_FOUND',
  setCondition: '404 EXECUTOR_NOT_FOUND',
  previewCondition: '404 EXECUTOR_NOT_FOUND',
  setConditions: '409 LIVE_ONE_BY_ONE',
  applyVersions: '409 LIVE_ONE_BY_ONE',
  getEnterPositionDate: '404 EXECUTOR_NOT_FOUND',
  getBotCumResult: '404 EXECUTOR_NOT_FOUND',
  deleteBot: '404 BOT_NOT_FOUND',
  moveBots: '409 LIVE_ONE_BY_ONE',
  getAtoms: '404 BOT_NOT_FOUND',
  getWaits: '404 BOT_NOT_FOUND',
  getEntryAt: '404 BOT_NOT_FOUND',
  getCycles: '404 BOT_NOT_FOUND',
  getNetCycles: '404 BOT_NOT_FOUND',
  getTrades: '404 CYCLE_NOT_FOUND',
  getOrders: '404 CYCLE_NOT_FOUND',
  getOrdersFromLog: '404 ORDER_NOT_FOUND',
};

/** The answer in short: the code of a refusal, or that there is nothing. */
function told({ status, body }: Answer): string {
  if (status !== 200) return `${status} ${body.code}`;
  const { items = [], info = 0, warning = 0, error = 0 } = body;
  return items.length + info + warning + error === 0 ? 'empty' : '200';
}

describe('a kind of bots that its user has none of', () => {
  const asleep = kindsTrading('live');
  const askedOf = asleep.flatMap((other) =>
    table.filter(({ call }) => isOfKinds(call)).map((asked) => ({ ...asked, other })),
  );

  const lists = all.filter(
    (call) => isOfKinds(call) && call.method === 'GET' && (call.query?.safeParse({}).success ?? true),
  );
  it.each(asleep)('every list that needs no id is empty under %s', async (kind) => {
    const answers: [string, string][] = [];
    for (const call of lists) answers.push([call.name, told(await send({ call, kind }, {}, ANN))]);
    const { getCycles, ...others } = Object.fromEntries(answers);
    expect(getCycles).toBe('400 FILTER_MISSING');
    expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, 'empty'])));
    expect(Object.keys(others).length).toBeGreaterThan(5);
  });

  it.each(askedOf)(
    '$name is asked under $other: nothing is there, and nothing is made',
    async ({ other, ...asked }) => {
      const { path, ...request } = await asked.row.right(worldOf(asked.kind));
      const moved = path === undefined ? {} : { path: path.replace(`/${asked.kind}/`, `/${other}/`) };
      const answer = await send({ ...asked, kind: other }, { ...request, ...moved }, ANN);
      const expected = UNDER_ANOTHER_KIND[asked.call.name as KindCall]; // Its path is one of those.
      const isOfRules = asked.call.name === 'saveStrategy' && asked.kind === ruleStrategy.kind;
      expect(told(answer)).toBe(isOfRules ? '400 REQUEST_INVALID' : expected); // A ladder has no rules.
    },
  );
});

describe('without their conditions on the owner', () => {
  it('statements of requests have been run, more than one for each call about a row of a user', () => {
    expect(filter.removed).toBeGreaterThan(table.filter(({ row }) => row.foreign !== null).length);
  });

  it('statements find rows of others as soon as no policy of the database holds either', async () => {
    const owner = openDatabase({ url: world.server.ownerUrl, poolMax: 1, applicationName: 'test owner' });
    const botSeenByEve = () => asUser(filter.over(owner), EVE, (tx) => findBot(tx, EVE, world.botId));
    expect(await botSeenByEve()).toBeUndefined();
    filter.isRemoved = true;
    expect((await botSeenByEve())?.botId).toBe(world.botId);
    filter.isRemoved = false;
    await owner.close();
  });
});

describe('calls that end something', () => {
  it('the demo cannot be loaded twice, can be removed, and is then not found', async () => {
    const load = await world.server.send('POST', '/api/load-demo', { as: ANN, body: {} });
    expect([load.status, load.body.code]).toEqual([409, 'DEMO_PRESENT']);
    const bobs = await world.server.send('POST', '/api/remove-demo', { as: BOB, body: {} });
    expect([bobs.status, bobs.body.code]).toEqual([404, 'DEMO_NOT_FOUND']);
    const removed = await world.server.send('POST', '/api/remove-demo', { as: ANN, body: {} });
    expect([removed.status, removed.body.state]).toEqual([200, 'absent']);
    const again = await world.server.send('POST', '/api/remove-demo', { as: ANN, body: {} });
    expect([again.status, again.body.code]).toEqual([404, 'DEMO_NOT_FOUND']);
  });

  it('signing out ends the session of the token', async () => {
    const out = await world.server.send('POST', '/api/sign-out', { as: ANN, body: {} });
    expect([out.status, out.body]).toEqual([200, { is_signed_out: true }]);
    const after = await world.server.send('GET', '/api/status', { as: ANN });
    expect([after.status, after.body.code]).toEqual([401, 'TOKEN_REVOKED']);
  });
});
