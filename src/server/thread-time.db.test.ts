import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { type StartedTrials, startTrials } from '#main/trials/start-trials.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { allCallRows } from '../../tests/support/all-call-rows.ts';
import {
  ANN,
  expectStatus,
  newBot,
  newName,
  newPortfolio,
  newStrategy,
  startWorld,
  type World,
} from '../../tests/support/api-world.ts';
import type { CallRequest } from '../../tests/support/call-row.ts';
import { type KeySupport, openKeySupport } from '../../tests/support/key-support.ts';
import { longRules } from '../../tests/support/long-rules.ts';
import { type PlayedMarket, playedMarket } from '../../tests/support/played-market.ts';
import { longestStretchMs } from '../../tests/support/thread-time.ts';

/** Processor time for which one request may keep the thread that serves everybody. */
const STRETCH_MAX_MS = 100;
/** A collection of garbage or a first compilation may fall into a request, but not into each of three equal ones. */
const ATTEMPTS = 3;

/** Calls that would end what the other tests depend on. */
const ENDING = new Set(['signOut', 'loadDemo', 'removeDemo']);

let keySupport: KeySupport;
let market: PlayedMarket;
let trials: StartedTrials;
let world: World;
const rows = allCallRows(() => keySupport);
/** Strategies that are being tried before a save, and the most at one time. */
const inspecting = { now: 0, most: 0 };

beforeAll(async () => {
  keySupport = await openKeySupport();
  market = await playedMarket(['ETHUSDT']);
  market.source.pauseMs = 3_600_000;
  const { symbols } = await recordedHistory(['ETHUSDT']);
  const past = { ...at([...symbols.values()], 0), unsettled: [] };
  trials = startTrials({
    readPast: async () => past,
    marketNow: () => past.columns.start,
    warn: (line) => {
      throw new Error(line);
    },
  });
  world = await startWorld({
    keysOf: (engine) => keySupport.servicesOf(engine),
    market,
    hasLab: true,
    trials: {
      ...trials,
      async inspect(strategy) {
        inspecting.now += 1;
        inspecting.most = Math.max(inspecting.most, inspecting.now);
        return trials.inspect(strategy).finally(() => {
          inspecting.now -= 1;
        });
      },
    },
  });
});
afterAll(async () => {
  await world.server.close();
  await trials.stop();
  await keySupport.close();
  await market.close();
});

function send({ path, method }: Pick<Call, 'path' | 'method'>, request: CallRequest, kind = world.kind) {
  const address = request.path ?? path.replace(':kind', kind).replace(':id', 'none').replace(':market', 'futures');
  const query = new URLSearchParams(request.query).toString();
  const body = method === 'GET' || request.body === undefined ? {} : { body: request.body };
  return world.server.send(method, query === '' ? address : `${address}?${query}`, { as: ANN, ...body });
}

/** The least of the longest stretches of equal requests. */
async function stretchOf(ask: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least >= STRETCH_MAX_MS; attempt += 1) {
    least = Math.min(least, await longestStretchMs(ask));
  }
  return least;
}

const FIELDS = ['open', 'high', 'low', 'close', 'hl2', 'hlc3', 'volume'];
/** Quickly tried. */
const PRICES = longRules((number) => ({ price: FIELDS[number % 7], offset: Math.floor(number / 7) }));
/** As many bars as all values together may need. */
const AVERAGES = longRules((number) => ({ ind: 'sma', n: 400 + number }));

describe('no request keeps the thread that serves everybody for more than 100 ms of its processor time', () => {
  const all: readonly Call[] = calls;
  it.each(all.filter(({ name }) => !ENDING.has(name)).map((call) => [call.name, call] as const))(
    '%s',
    async (name, call) => {
      const row = rows[name as keyof typeof rows];
      let least = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < ATTEMPTS && least >= STRETCH_MAX_MS; attempt += 1) {
        const request = await row.right(world);
        least = Math.min(least, await longestStretchMs(() => send(call, request)));
      }
      expect(least).toBeLessThan(STRETCH_MAX_MS);
    },
  );

  const { kind } = ruleStrategy;
  const body = { symbol: 'ETHUSDT', params: AVERAGES };

  it('a strategy of 600 averages, which is saved', async () => {
    const save = () =>
      world.server.send('POST', `/api/${kind}/save-strategy`, { as: ANN, body: { ...body, name: newName() } });
    expect(await stretchOf(async () => expectStatus(await save(), 200))).toBeLessThan(STRETCH_MAX_MS);
  });

  it('a strategy of 600 prices, which is tried on 90 days', async () => {
    const sent = { as: ANN, body: { ...body, params: PRICES, days: 90, bars: 1_000 } };
    const trial = () => world.server.send('POST', `/api/${kind}/try-strategy`, sent);
    expect(await stretchOf(async () => expectStatus(await trial(), 200))).toBeLessThan(STRETCH_MAX_MS);
  });

  it('five strategies of 600 values, which as many bots get in one step', async () => {
    const { portfolio_id: emptyId } = await newPortfolio(world.server, kind);
    const smallSide = { enter: { op: 'rising', a: { price: 'close' }, n: 2 }, take_profit_percent: '1' };
    const small = { ...PRICES, buy: smallSide, sell: smallSide };
    const bots: Record<string, string>[] = [];
    for (let made = 0; made < 5; made += 1) {
      const { strategy_id } = await newStrategy(world.server, { kind, params: small });
      bots.push(await newBot({ server: world.server, emptyId, kind, params: small }, { strategy_id }));
    }
    const sent = {
      new_versions: bots.map(({ strategy_id }) => ({ strategy_id, from_version: 1, params: PRICES })),
      changes: bots.map(({ strategy_executor_id }) => ({ strategy_executor_id, from_version: 1, to_version: null })),
      ...{ when: 'now', preview: true },
    };
    const apply = () => world.server.send('POST', `/api/${kind}/apply-versions`, { as: ANN, body: sent });
    expect(await stretchOf(async () => expectStatus(await apply(), 200))).toBeLessThan(STRETCH_MAX_MS);
  });
});

describe('strategies that are tried before a save', () => {
  const { kind } = ruleStrategy;
  it('are tried one after the other, however many a user saves at the same time', async () => {
    inspecting.most = 0;
    const save = () =>
      world.server.send('POST', `/api/${kind}/save-strategy`, {
        ...{ as: ANN, body: { name: newName(), symbol: 'ETHUSDT', params: { ...PRICES, sell: null } } },
      });
    const saved = await Promise.all([save(), save(), save(), save()]);
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(inspecting.most).toBe(1);
  });

  it('are refused where their values need too many bars, with what is allowed', async () => {
    const params = longRules((number) => ({ ind: 'rsi', n: 2 + number }));
    for (const [call, more] of [
      ['save-strategy', { name: newName() }],
      ['try-strategy', {}],
    ] as const) {
      const refused = await world.server.send('POST', `/api/${kind}/${call}`, {
        as: ANN,
        body: { symbol: 'ETHUSDT', params, ...more },
      });
      expect([refused.status, refused.body.code]).toEqual([422, 'SETTLING_ABOVE_MAX']);
      expect(refused.body.errors[0]).toMatchObject({
        path: 'params.sell.exit.all.49.high',
        code: 'SETTLING_ABOVE_MAX',
      });
    }
  });
});
