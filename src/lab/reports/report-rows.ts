import { cycleIdOf } from '#engine/model/record.ts';
import type { CycleRow, NetCycleRow } from '#storage/cycles/cycles.ts';
import type { LogRow } from '#storage/logs.ts';
import type { OrderRow } from '#storage/orders.ts';
import { cycleRow, logRow, netCycleRow, orderRow, type RecordOwner, tradeRow } from '#storage/recorder/record-rows.ts';
import type { TradeRow } from '#storage/trades.ts';
import type { MadeReport } from './kept-reports.ts';

/** Rows of a report: those that a paper portfolio stores of the same bot. */
type Made = Pick<MadeReport, 'report' | 'ground'>;

/** The columns that only an exchange fills. */
const SIMULATED_ORDER = { venueOrderId: null, rejectCode: null };
const SIMULATED_TRADE = { venueTradeId: null, commissionAsset: null };

function ownerOf({ ground }: Made): RecordOwner {
  return { ownerId: '', portfolioId: '', instruments: ground.instruments };
}

/** The cycles in the order in which they began; entries that never filled are left out. */
export function cycleRows(made: Made): readonly CycleRow[] {
  const unnumbered = { botNo: null, portfolioNo: null, botSum: null, botName: '' };
  return made.report.cycles
    .filter(({ cycle }) => cycle.state !== 'CANCELED')
    .map((record) => ({ ...cycleRow(ownerOf(made), record), ...unnumbered }));
}

export function netCycleRows(made: Made): readonly NetCycleRow[] {
  return made.report.netCycles.map((record) => netCycleRow(ownerOf(made), record));
}

export function tradeRows(made: Made): readonly TradeRow[] {
  return made.report.trades.map((record, place) => ({
    ...tradeRow(ownerOf(made), record, place + 1),
    ...SIMULATED_TRADE,
  }));
}

export function orderRows(made: Made): readonly OrderRow[] {
  return made.report.orders.map((record) => ({ ...orderRow(ownerOf(made), record), ...SIMULATED_ORDER }));
}

/** What the bot did in one cycle. */
interface CycleStory {
  readonly orders: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
  readonly logs: readonly LogRow[];
}

/** Null where the run has no such cycle. */
export function cycleStory(made: Made, cycleId: string): CycleStory | null {
  const { cycles, orders, trades, notes } = made.report;
  if (!cycles.some((record) => cycleIdOf(record, record.cycle.seq) === cycleId)) return null;
  const owner = ownerOf(made);
  return {
    orders: orders
      .filter((record) => cycleIdOf(record, record.cycleSeq) === cycleId)
      .map((record) => ({ ...orderRow(owner, record), ...SIMULATED_ORDER })),
    trades: trades.flatMap((record, place) =>
      cycleIdOf(record, record.cycleSeq) === cycleId
        ? [{ ...tradeRow(owner, record, place + 1), ...SIMULATED_TRADE }]
        : [],
    ),
    logs: notes.flatMap((note, place) => {
      const { botId, symbol, direction, cycleSeq } = note;
      if (symbol === null || direction === null || cycleSeq === null) return [];
      if (cycleIdOf({ botId, symbol, direction }, cycleSeq) !== cycleId) return [];
      const line = String(place + 1);
      return [{ ...logRow(owner, note, line), logId: line, botName: '' }];
    }),
  };
}
