import { cashFrom, cashText } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import { isoDay } from '#base/iso-text.ts';
import { DAY_MS, type Instant, instantOf, later, startOf } from '#base/time.ts';
import type { Database, Tx } from '#storage/database/database.ts';
import { type NewNotice, storeNotices } from '#storage/notices/store-notices.ts';
import { listToldOwners } from '#storage/notices/told-owners.ts';
import { listPortfolios } from '#storage/portfolios.ts';
import { sumPortfolio, type TalliedSums } from '#storage/roll-ups/results.ts';

export interface SummaryOptions {
  readonly engine: Database;
  /** Market time up to which everything is decided. */
  readonly marketNow: () => Instant;
  readonly told: (ownerId: string) => void;
  /** Wall time. */
  readonly now: () => Date;
}

/** Tells every user once what the last whole day of market time has brought, also when the program was down at its end. */
export function sumUpDays(options: SummaryOptions): { look(): Promise<void> } {
  const { engine, marketNow, told, now } = options;
  let summed: Instant | null = null;
  return {
    async look() {
      const midnight = startOf(marketNow(), DAY_MS);
      if (midnight === summed) return;
      for (const ownerId of await listToldOwners(engine)) {
        await engine.db.transaction().execute(async (tx) => {
          await storeNotices(tx, await summariesOf(tx, ownerId, { midnight, toldAt: now() }));
        });
        told(ownerId);
      }
      summed = midnight;
    },
  };
}

interface DayEnd {
  readonly midnight: Instant;
  readonly toldAt: Date;
}

/** One for paper and one for live, whose results are never added. A portfolio that began later has nothing to tell. */
async function summariesOf(tx: Tx, ownerId: string, end: DayEnd): Promise<readonly NewNotice[]> {
  const period = { from: instantOf(end.midnight - DAY_MS), to: end.midnight };
  const rows = (await listPortfolios(tx, ownerId, null)).filter(
    (row) => row.execution !== null && row.createdAt.getTime() < end.midnight,
  );
  const summed = [];
  for (const { portfolioId, execution } of rows) {
    summed.push({ execution: execution ?? 'paper', sums: await sumPortfolio(tx, ownerId, { portfolioId, period }) });
  }
  const groups = Map.groupBy(summed, ({ execution }) => execution);
  return [...groups].map(([execution, group]) => {
    const found = group.map(({ sums }) => sums);
    return summaryOf(ownerId, { execution, found, end });
  });
}

interface Summed {
  readonly execution: 'paper' | 'live';
  /** One of each portfolio. */
  readonly found: readonly TalliedSums[];
  readonly end: DayEnd;
}

function summaryOf(ownerId: string, { execution, found, end }: Summed): NewNotice {
  const total = (count: (row: TalliedSums) => number): number => found.reduce((all, row) => all + count(row), 0);
  const day = isoDay(later(end.midnight, -DAY_MS));
  const result = cashText(sum(found.map((row) => cashFrom(row.result))));
  const [cycles, wins, losses] = [total((row) => row.cycles), total((row) => row.wins), total((row) => row.losses)];
  const code = execution === 'paper' ? 'DAILY_SUMMARY_PAPER' : 'DAILY_SUMMARY_LIVE';
  return {
    ...{ noticeId: `${code}-${day}-${ownerId}`, ownerId, event: 'DAILY_SUMMARY', severity: 'info', code },
    ...{ ts: new Date(end.midnight), toldAt: end.toldAt, figures: { day, cycles, wins, losses, result } },
    detail: `${day} (${execution}): net result ${result} USDT from ${cycles} closed cycles, ${wins} won and ${losses} lost.`,
    ...{ portfolioId: null, botId: null, symbol: null, direction: null, cycleId: null, orderId: null },
  };
}
