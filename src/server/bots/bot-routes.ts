import { at } from '#base/assert.ts';
import { cashText } from '#base/decimal.ts';
import { add, type Cash, sum, ZERO_CASH } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { normalText } from '#base/typed/typed-text.ts';
import {
  getAtoms,
  getBotByNameAndPortfolio,
  getBotCumResult,
  getBots,
  getEnterPositionDate,
  getSignals,
  getWaits,
} from '#contract/bot.ts';
import { getEntryAt } from '#contract/bots/entry-at.ts';
import type { Reply } from '#contract/call.ts';
import type { Runtime } from '#ports/runtime.ts';
import { type BotRow, findBotByName, listBots } from '#storage/bots.ts';
import { pageOfRun, type RunningResult } from '#storage/cycles/cycles.ts';
import { openHourBy } from '#storage/roll-ups/equity.ts';
import { type Context, marketDay, marketNow } from '../http/context.ts';
import { readPeriod } from '../http/period.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { cashOf, maybeTimeText, timeText } from '../http/text.ts';
import { ownBot, ownPortfolio, ownPortfolioOfKind, ownRun } from './own-bot.ts';
import { entryAt } from './past/entry-at.ts';
import { presentAtoms, presentBots, readBots } from './present-bot.ts';
import { signalsOfBots } from './signals.ts';
import { waitsOfBot } from './waits.ts';

/** Routes that read bots. Figures run up to the current market time. */
export function botRoutes(): Route[] {
  return [
    route(getBots, listOfBots),

    route(getBotByNameAndPortfolio, async ({ caller, query, services: { runtime }, read }) => {
      const stored = await read(async (tx) => {
        await ownPortfolio(tx, caller.userId, query.portfolioId);
        const find = (name: string) => findBotByName(tx, caller.userId, { ...query, name });
        const row = (await find(query.name)) ?? (await find(normalText(query.name)));
        if (row === undefined) throw new ProblemError('BOT_NOT_FOUND');
        return readBots(tx, caller.userId, { rows: [row], runtime });
      });
      return at(await presentBots(stored, runtime), 0);
    }),

    route(getAtoms, ({ caller, params, query, services, read }) =>
      read(async (tx) => {
        const row = await ownBot(tx, caller.userId, { ...params, ...query });
        const live = (await services.runtime.botsNow([row])).get(row.botId);
        return { items: presentAtoms(live ?? { snapshot: row.snapshot, views: [] }, services.runtime) };
      }),
    ),

    route(getWaits, waitsOfBot),

    route(getSignals, signalsOfBots),

    route(getEntryAt, entryAt),

    route(getEnterPositionDate, ({ caller, params, query, read }) =>
      read(async (tx) => {
        const { run, bot } = await ownRun(tx, caller.userId, { ...params, ...query });
        const { runNo, atoms } = bot.snapshot.bot;
        const isCurrent = runNo === run.runNo; // A position belongs to the run that manages it now.
        return {
          items: atoms.map(({ symbol, direction, cycle }) => ({
            symbol,
            direction,
            enterPositionDate: maybeTimeText(isCurrent && cycle !== null ? cycle.beginAt : null),
          })),
        };
      }),
    ),

    route(getBotCumResult, cumulativeResult),
  ];
}

async function listOfBots({ caller, params, query, services, read }: Context<typeof getBots>) {
  const { runtime, reads } = services;
  const { portfolioId } = query;
  const name = JSON.stringify(['bots', params.kind, portfolioId ?? null, marketDay(runtime)]);
  const stored = await reads.of(caller.userId, name, () =>
    read(async (tx) => {
      if (portfolioId !== undefined) await ownPortfolioOfKind(tx, caller.userId, { ...params, portfolioId });
      const inPortfolio = portfolioId === undefined ? {} : { portfolioId };
      const rows = await listBots(tx, caller.userId, { kind: params.kind, ...inPortfolio });
      return readBots(tx, caller.userId, { rows, runtime });
    }),
  );
  return { items: await presentBots(stored, runtime) };
}

async function cumulativeResult(context: Context<typeof getBotCumResult>): Promise<Reply<typeof getBotCumResult>> {
  const { caller, params, query, services, read } = context;
  return read(async (tx) => {
    const { run, bot } = await ownRun(tx, caller.userId, { ...params, ...query });
    const now = marketNow(services.runtime);
    const first = instantOf((run.startedAt ?? bot.createdAt).getTime());
    const period = readPeriod(query, { first, now });
    // The first point is the start of the curve, so the index of a cycle is one below that of its point.
    const page = { offset: query.offset, limit: query.limit };
    const isFirst = page.offset === 0;
    const cyclesMax = isFirst ? page.limit - 1 : page.limit; // One more row shows whether there is a next page.
    const found = await pageOfRun(tx, caller.userId, {
      run: { botId: bot.botId, runNo: run.runNo, from: new Date(period.from), to: new Date(period.to) },
      page: { offset: Math.max(0, page.offset - 1), limit: cyclesMax + 1 },
    });
    const rows = found.slice(0, cyclesMax);
    const present = await openNow(services.runtime, bot);
    const pointOf = (at: Instant, { result, cumulative, unrealized }: Omit<RunningResult, 'endAt'>) => {
      const open = at < now ? cashOf(unrealized ?? '0') : present;
      return { ts: timeText(at), result, cumulative, equity: cashText(add(cashOf(cumulative), open)) };
    };
    const none = cashText(ZERO_CASH);
    const before = isFirst ? await openHourBy(tx, caller.userId, { botId: bot.botId, at: period.from }) : null;
    const start = isFirst ? [pointOf(period.from, { result: none, cumulative: none, unrealized: before })] : [];
    return {
      strategyExecutorId: query.strategyExecutorId,
      dateFrom: timeText(period.from),
      dateTo: timeText(period.to),
      points: [...start, ...rows.map(({ endAt, ...sums }) => pointOf(instantOf(endAt.getTime()), sums))],
      ...page,
      nextOffset: found.length > cyclesMax ? page.offset + page.limit : null,
    };
  });
}

/** The open result of a bot as the engine holds it; zero for one that no longer runs. */
async function openNow(runtime: Runtime, bot: BotRow): Promise<Cash> {
  const views = (await runtime.botsNow([bot])).get(bot.botId)?.views ?? [];
  return sum(views.map((view) => view.unrealized));
}
