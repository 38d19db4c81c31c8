import type * as z from 'zod/mini';
import { cashText } from '#base/decimal.ts';
import { type Cash, sum, ZERO_CASH } from '#base/exact.ts';
import { DAY_MS, startOf } from '#base/time.ts';
import type { status } from '#contract/system.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { countBots, countUnprotected, type UnprotectedBots } from '#storage/bots.ts';
import { readAsUser, type Tx } from '#storage/database/database.ts';
import { countUnread } from '#storage/notices/notices.ts';
import { listDeletedPortfolios, listPortfolios, type PortfolioRow } from '#storage/portfolios.ts';
import { sumResults } from '#storage/roll-ups/results.ts';
import { marketDay } from '../http/context.ts';
import { lastDays } from '../http/period.ts';
import { cashOf, maybeTimeText, timeText } from '../http/text.ts';
import type { Services } from '../services.ts';
import { engineFor, isExchangeSilent, isMarketBehind, minutesBehind, presentHealth } from './present-health.ts';

export type StatusReply = z.output<typeof status>;

/** What the health strip reads of the database. */
type StoredStatus = Pick<
  StatusReply,
  | ('botsTotal' | 'botsRunning' | 'botsInError' | 'botsInErrorKind' | 'unreadNotices' | 'todayLive' | 'todayPaper')
  | ('unprotected' | 'unprotectedByDesign' | 'unprotectedKind')
>;

/** The health strip of one user: the engine, the bots, results since the market's midnight, both clocks. */
export async function presentStatus(ownerId: string, services: Services): Promise<StatusReply> {
  const market = services.runtime.market();
  const stored = await services.lastKnown.of(ownerId, 'status', () =>
    services.reads.of(ownerId, `status of ${marketDay(services.runtime)}`, () =>
      readAsUser(services.database, ownerId, (tx) => readStatus(tx, ownerId, services)),
    ),
  );
  const { database, disk } = presentHealth(services);
  return {
    environment: services.settings.environment,
    engine: engineFor(ownerId, services.runtime),
    database,
    disk,
    beatAt: timeText(market.beatAt),
    ...exchangeStatus(services),
    ...stored,
    marketTime: timeText(market.now),
    decidedAt: maybeTimeText(market.decidedAt),
    marketSpeed: market.speed,
    marketRound: market.round ?? 0,
    wallTime: timeText(services.now()),
  };
}

/** The results of today are also those of portfolios that were deleted today, as in the totals of the home page. */
export async function readStatus(
  tx: Tx,
  ownerId: string,
  { runtime }: { readonly runtime: Pick<Services['runtime'], 'market'> },
): Promise<StoredStatus> {
  const { now } = runtime.market();
  const portfolios = await listPortfolios(tx, ownerId, null);
  const deleted = (await listDeletedPortfolios(tx, ownerId)).filter(
    (row) => row.deletedAt.getTime() >= startOf(now, DAY_MS),
  );
  const earning = [...portfolios, ...deleted];
  const today = await sumResults(tx, ownerId, {
    by: 'portfolio',
    ids: earning.map((row) => row.portfolioId),
    period: lastDays(now, 1),
  });
  const resultOf = (isLive: boolean): Cash =>
    sum(
      earning
        .filter((row) => (row.execution === 'live') === isLive)
        .map((row) => cashOf(today.get(row.portfolioId)?.result ?? cashText(ZERO_CASH))),
    );
  const groups = await countBots(tx, ownerId);
  const countOf = (isMeant: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(isMeant).reduce((total, group) => total + group.count, 0);
  return {
    botsTotal: countOf(() => true),
    botsRunning: countOf((group) => group.state === 'RUNNING'),
    ...inErrorOf(groups, portfolios),
    todayLive: cashText(resultOf(true)),
    todayPaper: cashText(resultOf(false)),
    ...unprotectedIn(await countUnprotected(tx, ownerId)),
    unreadNotices: await countUnread(tx, ownerId),
  };
}

/** The number of bots in error, and the kind of most of them, to whose page the health strip links. */
export function inErrorOf(
  groups: Awaited<ReturnType<typeof countBots>>,
  portfolios: readonly Pick<PortfolioRow, 'portfolioId' | 'kind'>[],
): Pick<StoredStatus, 'botsInError' | 'botsInErrorKind'> {
  const kindOf = new Map(portfolios.map(({ portfolioId, kind }) => [portfolioId, kind]));
  const counts = new Map<BotKind, number>();
  for (const { portfolioId, state, count } of groups) {
    const kind = kindOf.get(portfolioId);
    if (state === 'ERROR' && kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return {
    botsInError: [...counts.values()].reduce((total, count) => total + count, 0),
    botsInErrorKind: most?.[0] ?? null,
  };
}

function unprotectedIn(
  kinds: readonly UnprotectedBots[],
): Pick<StoredStatus, 'unprotected' | 'unprotectedByDesign' | 'unprotectedKind'> {
  const total = (pick: (one: UnprotectedBots) => number) => kinds.reduce((all, one) => all + pick(one), 0);
  const [worst] = kinds.toSorted(
    (one, other) => other.bots - other.byDesign - (one.bots - one.byDesign) || other.bots - one.bots,
  );
  return {
    unprotected: total(({ bots }) => bots),
    unprotectedByDesign: total(({ byDesign }) => byDesign),
    unprotectedKind: worst?.kind ?? null,
  };
}

function exchangeStatus(services: Services) {
  return {
    exchange: isExchangeSilent(services) ? ('silent' as const) : ('talking' as const),
    exchangeHeardAt: maybeTimeText(services.market.line().heardAt),
    marketMinutesBehind: minutesBehind(services),
    isMarketBehind: isMarketBehind(services),
  };
}
