import { AppError } from '#base/errors.ts';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import { SCALE_CYCLES_MAX, SCALE_DAYS_MAX, tryScale } from '#contract/risk/try-scale.ts';
import { familyOf } from '#engine/bots/families.ts';
import { ladderFamily } from '#engine/bots/ladder/ladder-family.ts';
import type { ScaleTrial } from '#ports/trials/scale-trials.ts';
import { countPastCycles, listPastCycles, type PastCycleRow } from '#storage/cycles/past-cycles.ts';
import { refuseUnavailable } from '../../bots/kind-check.ts';
import { ownPortfolio } from '../../bots/own-bot.ts';
import { type Context, marketNow } from '../../http/context.ts';
import { readPeriod } from '../../http/period.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Route, route } from '../../http/route.ts';
import { cashOf } from '../../http/text.ts';
import { wholeDays } from '../whole-days.ts';
import { pastCycleOf } from './past-cycle.ts';
import { ScaleSummary } from './scale-summary.ts';

/** What the cycles of a portfolio would have given with another ladder. */
export function scaleRoutes(): Route[] {
  return [route(tryScale, tryOtherScale)];
}

type ScaleContext = Context<typeof tryScale>;

async function tryOtherScale(context: ScaleContext): Promise<Reply<typeof tryScale>> {
  const { body, services } = context;
  const now = marketNow(services.runtime);
  const { portfolio, period, rows, older } = await readCycles(context, now);
  const summary = new ScaleSummary();
  const from = startOf(instantOf(Math.min(now, ...rows.map(({ openedAt }) => openedAt.getTime()))), MINUTE_MS);
  const span = { from, to: startOf(now, MINUTE_MS), wallet: cashOf(portfolio.wallet) };
  for (const [symbol, own] of bySymbol(rows)) {
    if (context.isGone()) throw new ProblemError('OVERLOADED'); // Nobody reads the answer any more.
    summary.add(symbol, own, await trialOf(context, own, span));
  }
  return summary.present({ portfolioId: body.portfolioId, period, older });
}

async function readCycles({ caller, body, read }: ScaleContext, now: Instant) {
  const { portfolioId } = body;
  return read(async (tx) => {
    const portfolio = await ownPortfolio(tx, caller.userId, portfolioId);
    refuseUnavailable(portfolio.kind);
    if (familyOf(portfolio.kind) !== ladderFamily) throw new ProblemError('KIND_WITHOUT_STEPS');
    const period = wholeDays(readPeriod(body, { first: instantOf(portfolio.createdAt.getTime()), now }));
    const ended = { portfolioId, from: new Date(period.from), to: new Date(period.to) };
    const openedFrom = new Date(later(now, -SCALE_DAYS_MAX * DAY_MS));
    const rows = await listPastCycles(tx, caller.userId, { ...ended, openedFrom, limit: SCALE_CYCLES_MAX });
    const older = (await countPastCycles(tx, caller.userId, ended)) - rows.length;
    return { portfolio, period, rows, older };
  });
}

function bySymbol(rows: readonly PastCycleRow[]): readonly (readonly [string, readonly PastCycleRow[]])[] {
  const groups = Map.groupBy(rows, ({ symbol }) => symbol);
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

type Span = Pick<Parameters<ScaleContext['services']['trials']['tryScale']>[0], 'from' | 'to' | 'wallet'>;

/** @returns why none of the cycles of the symbol can be tried, where none can */
async function trialOf(
  { body, services }: ScaleContext,
  rows: readonly PastCycleRow[],
  span: Span,
): Promise<ScaleTrial | 'SYMBOL_UNKNOWN' | 'CANDLES_MISSING'> {
  const instrument = services.runtime.instruments.get(rows[0]?.symbol ?? '');
  if (instrument === undefined) return 'SYMBOL_UNKNOWN';
  const cycles = rows.map((row) => pastCycleOf(row, body.scale));
  const inOrder = cycles.toSorted((one, other) => one.openedAt - other.openedAt);
  try {
    return await services.trials.tryScale({ ...span, instrument, cycles: inOrder });
  } catch (error) {
    if (error instanceof AppError && error.code === 'CANDLES_MISSING') return error.code;
    throw error;
  }
}
