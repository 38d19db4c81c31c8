import { cashFrom } from '#base/decimal.ts';
import type { Chance } from '#base/prng.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import type { Stretch, SymbolHistory } from '#engine/model/history.ts';
import { type LadderParams, ladderParams } from '#engine/model/ladder-params.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import type { BotRun } from '#lab/bot-report.ts';
import { randomColumns } from './columns.ts';
import { DOGE, ETH, marketOf, START } from './market.ts';

const SETTLEMENT_MINUTES = 480;
const FIRST_PRICE = { ETHUSDT: 200_000, DOGEUSDT: 20_000 } as const;

/** A random bot on one or two symbols over some days, with funding, holes, jumps and now and then a thin market. */
export function randomBotRun(dice: Chance, minutes: number): BotRun {
  const symbols = dice.pick([['ETHUSDT'], ['DOGEUSDT'], ['ETHUSDT', 'DOGEUSDT']] as const);
  const volatility = dice.pick([0.0005, 0.0015, 0.005]);
  const volume = dice.pick([20_000, 1_000_000, 100_000_000]);
  const histories = symbols.map((symbol) => {
    const columns = randomColumns(dice, minutes, { start: FIRST_PRICE[symbol], volatility, volume });
    return [symbol, randomSymbolHistory(dice, columns)] as const;
  });
  return {
    history: { start: START, minutes, symbols: new Map(histories) },
    market: marketOf([ETH, DOGE], dice.pick(['0', '0.0005'])),
    symbols,
    params: randomLadderParams(dice),
    wallet: cashFrom(dice.pick(['10000', '10000', '700.12345678'])),
  };
}

/** The columns with a hole or two, funding every eight hours, and their index. */
export function randomSymbolHistory(dice: Chance, columns: CandleColumns): SymbolHistory {
  const minutes = columns.close.length;
  const frozen = dice.next() < 0.5 ? [] : frozenStretches(dice, columns);
  const settlements = Array.from({ length: Math.floor(minutes / SETTLEMENT_MINUTES) }, (_, index) => index);
  const funding = {
    minute: Int32Array.from(settlements, (index) => (index + 1) * SETTLEMENT_MINUTES - 1),
    rate: Int32Array.from(settlements, () => dice.between(-40_000, 60_000)),
  };
  return { columns, index: skipIndexOf(columns), funding, frozen };
}

function frozenStretches(dice: Chance, columns: CandleColumns): readonly Stretch[] {
  const minutes = columns.close.length;
  const middle = minutes >> 1;
  const starts = [dice.between(1, middle - 40), dice.between(middle, minutes - 40)];
  return starts.map((from) => {
    const to = from + dice.between(1, 30);
    for (const column of [columns.open, columns.high, columns.low, columns.close]) {
      column.fill(columns.close[from - 1] ?? 0, from, to);
    }
    columns.volume.fill(0, from, to);
    return { from, to };
  });
}

function randomLadderParams(dice: Chance): LadderParams {
  const safetyOrdersCount = dice.between(0, 6);
  return ladderParams.parse({
    direction: dice.pick(['buy', 'sell', 'both']),
    baseOrderSize: dice.pick(['60', '200.5']),
    baseOrderType: dice.pick(['market', 'market', 'limit']),
    baseOrderTtlS: 600,
    safetyOrderSize: dice.pick([null, '80']),
    safetyOrdersCount,
    activeSafetyOrders: safetyOrdersCount > 1 ? dice.pick([null, 2]) : null,
    stepPercent: dice.pick(['0.3', '0.7']),
    stepScale: dice.pick(['1', '1.2']),
    volumeScale: dice.pick(['1', '1.4']),
    takeProfitPercent: dice.pick(['0.4', '0.9', null]),
    tpBasis: dice.pick(['average', 'base']),
    tpOrder: dice.pick(['limit', 'market_trigger']),
    trailingPercent: dice.pick([null, null, '0.2']),
    stopLossPercent: dice.pick([null, '6']),
    slBasis: dice.pick(['base', 'average']),
    cooldownS: dice.pick([0, 900]),
    leverage: dice.pick([5, 20, 75]),
    marginType: dice.pick(['isolated', 'cross']),
    timeLimitS: dice.pick([null, 7_200]),
    maxOpenCycles: dice.pick([null, null, 1]),
  });
}
