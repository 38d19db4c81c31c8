import { cashFrom, cashText } from '#base/decimal.ts';
import { instantOf } from '#base/time.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { EngineBot } from '#engine/model/bot.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { type AccountRecord, atomIdOf, type CycleRecord, type TradeRecord } from '#engine/model/record.ts';
import { marketOf, START } from '../support/market.ts';
import { startedAccount } from '../support/stored-bots.ts';
import { runOracle } from './account.ts';
import { exact } from './exact.ts';
import { engineMinutes, oracleInstrument, oracleMinutes, type RandomBot, type RandomCase } from './random-case.ts';

/** The result of either side: one line per fill, one per ended cycle, and the wallet. */
export interface Outcome {
  readonly fills: readonly string[];
  readonly cycles: readonly string[];
  readonly wallet: string;
}

const usdt = (cash: number): string => exact(cash).div(1e8).toFixed();
const sameOrder = (lines: readonly string[]): string[] => lines.toSorted();

export function byEngine(input: RandomCase): Outcome {
  const market = marketOf(
    input.bots.map((bot) => bot.instrument),
    input.slippage,
  );
  const instruments = new Map(input.bots.map(({ instrument }) => [instrument.symbol, instrument]));
  const limit = input.limit === null ? null : cashFrom(input.limit);
  const account = startedAccount({ wallet: cashFrom(input.wallet), limit, minute: null, bots: [] }, market, {
    bots: input.bots.map(engineBot),
    at: instantOf(START - 1),
  });
  const records: AccountRecord[] = [];
  for (const minute of engineMinutes(input)) records.push(...account.advance(minute));
  const of = (symbol: string): Instrument => {
    const found = instruments.get(symbol);
    if (found === undefined) throw new Error(symbol);
    return found;
  };
  const trades = records.filter((record) => record.type === 'trade');
  const ended = records.filter((record) => record.type === 'cycle').filter((record) => record.cycle.endAt !== null);
  return {
    fills: sameOrder(trades.map((trade) => tradeLine(trade, of(trade.symbol)))),
    cycles: sameOrder(ended.map(cycleLine)),
    wallet: exact(cashText(account.wallet())).toFixed(),
  };
}

function engineBot({ botId, instrument, params }: RandomBot): EngineBot {
  return newEngineBot({ botId, kind: paperLadder.kind, symbols: [instrument.symbol], params, paramsVersion: 1 });
}

function tradeLine(trade: TradeRecord, instrument: Instrument): string {
  const price = exact(priceText(instrument, trade.price)).toFixed();
  const quantity = exact(quantityText(instrument, trade.quantity)).toFixed();
  const { role } = trade;
  return line(
    trade.at,
    atomIdOf(trade),
    trade.cycleSeq,
    trade.side,
    role,
    role === 'base' || role === 'safety' ? trade.level : '-',
    quantity,
    '@',
    price,
    'fee',
    usdt(trade.commission),
    'gross',
    usdt(trade.gross),
  );
}

function cycleLine(record: CycleRecord): string {
  const { cycle } = record;
  return line(
    cycle.endAt,
    atomIdOf(record),
    cycle.seq,
    cycle.closeReason,
    'levels',
    cycle.levelsFilled,
    'from',
    cycle.beginAt,
    'gross',
    usdt(cycle.gross),
    'fees',
    usdt(cycle.commission),
    'funding',
    usdt(cycle.funding),
    'liquidation',
    usdt(cycle.liquidationFee),
  );
}

export function byOracle(input: RandomCase): Outcome {
  const result = runOracle({
    wallet: exact(input.wallet),
    limit: input.limit === null ? null : exact(input.limit),
    bots: input.bots.map((bot) => ({ ...bot, instrument: oracleInstrument(bot.instrument, input.slippage) })),
    minutes: new Map(input.bots.map(({ instrument }) => [instrument.symbol, oracleMinutes(input, instrument)])),
  });
  return {
    fills: sameOrder(
      result.fills.map((fill) =>
        line(
          fill.at,
          fill.atom,
          fill.cycle,
          fill.side,
          fill.role,
          fill.level ?? '-',
          fill.quantity.toFixed(),
          '@',
          fill.price.toFixed(),
          'fee',
          fill.commission.toFixed(),
          'gross',
          fill.gross.toFixed(),
        ),
      ),
    ),
    cycles: sameOrder(
      result.cycles.map((cycle) =>
        line(
          cycle.endAt,
          cycle.atom,
          cycle.cycle,
          cycle.reason,
          'levels',
          cycle.levelsFilled,
          'from',
          cycle.beginAt,
          'gross',
          cycle.gross.toFixed(),
          'fees',
          cycle.commission.toFixed(),
          'funding',
          cycle.funding.toFixed(),
          'liquidation',
          cycle.liquidationFee.toFixed(),
        ),
      ),
    ),
    wallet: result.wallet.toFixed(),
  };
}

const line = (...parts: readonly (string | number | null)[]): string => parts.join(' ');

/** The role of each fill: the fifth word of its line. */
export function rolesOf({ fills }: Outcome): string[] {
  return fills.map((fill) => fill.split(' ')[4] ?? '');
}
