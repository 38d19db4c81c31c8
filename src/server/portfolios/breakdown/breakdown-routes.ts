import { cashText, formatDecimal } from '#base/decimal.ts';
import { multiplyDivide, sum } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import { getPortfolioBreakdown } from '#contract/risk/breakdown.ts';
import type { Period } from '#storage/period.ts';
import { type PartSums, type ResultPart, strategyNames, sumParts } from '#storage/roll-ups/portfolio-parts.ts';
import { sumPortfolio, type TalliedSums } from '#storage/roll-ups/results.ts';
import { ownPortfolio } from '../../bots/own-bot.ts';
import { type Context, marketDay, marketNow } from '../../http/context.ts';
import { readPeriod } from '../../http/period.ts';
import { type Route, route } from '../../http/route.ts';
import { cashOf, timeText } from '../../http/text.ts';
import { wholeDays } from '../whole-days.ts';
import { stepUses } from './step-uses.ts';

type BreakdownReply = Reply<typeof getPortfolioBreakdown>;
type PartReply = BreakdownReply['symbols'][number];

/** What results are made of. */
export function breakdownRoutes(): Route[] {
  return [route(getPortfolioBreakdown, breakdown)];
}

async function breakdown(context: Context<typeof getPortfolioBreakdown>): Promise<BreakdownReply> {
  const { caller, query, services, read } = context;
  const { portfolioId, dateFrom, dateTo } = query;
  const name = JSON.stringify(['breakdown', portfolioId, dateFrom, dateTo, marketDay(services.runtime)]);
  return services.reads.of(caller.userId, name, () =>
    read(async (tx) => {
      const { createdAt } = await ownPortfolio(tx, caller.userId, portfolioId);
      const now = marketNow(services.runtime);
      const period = wholeDays(readPeriod(query, { first: instantOf(createdAt.getTime()), now }));
      const total = await sumPortfolio(tx, caller.userId, { portfolioId, period });
      const parts = await sumParts(tx, caller.userId, { portfolioId, period });
      const ids = parts.flatMap(({ part, value }) => (part === 'version' ? [versionOf(value).strategyId] : []));
      return present({ portfolioId, period, total, parts, names: await strategyNames(tx, caller.userId, ids) });
    }),
  );
}

interface Stored {
  readonly portfolioId: string;
  readonly period: Period;
  readonly total: TalliedSums;
  readonly parts: readonly PartSums[];
  readonly names: ReadonlyMap<string, string>;
}

function present({ portfolioId, period, total, parts, names }: Stored): BreakdownReply {
  const of = (part: ResultPart) => parts.filter((one) => one.part === part);
  const plain = (one: PartSums): PartReply => ({ value: one.value, strategy: null, ...presentSums(one) });
  return {
    portfolioId,
    dateFrom: timeText(period.from),
    dateTo: timeText(period.to),
    total: presentSums({ ...total, slippage: cashText(sum(of('side').map(({ slippage }) => cashOf(slippage)))) }),
    symbols: of('symbol').map(plain),
    sides: of('side').map(plain),
    reasons: of('reason').map(plain),
    versions: of('version').map((one) => {
      const { strategyId, version } = versionOf(one.value);
      return { value: version, strategy: names.get(strategyId) ?? null, ...presentSums(one) };
    }),
    steps: stepUses(of('steps')),
  };
}

function presentSums(sums: TalliedSums & Pick<PartSums, 'slippage'>): BreakdownReply['total'] {
  const { cycles, wins, gross, slippage, commission, funding, liquidationFee, result } = sums;
  const winPercent = cycles === 0 ? null : formatDecimal(multiplyDivide(wins, 10_000, cycles, 'half-up'), 2);
  return { cycles, wins, winPercent, gross, slippage, commission, funding, liquidationFee, result };
}

/** As the roll-up keeps it: `<strategy id>:<version>`. */
function versionOf(value: string): { readonly strategyId: string; readonly version: string } {
  const end = value.lastIndexOf(':');
  return { strategyId: value.slice(0, end), version: value.slice(end + 1) };
}
