import { cashFrom } from '#base/decimal.ts';
import type { Chance } from '#base/prng.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { BotRun } from '#lab/report/bot-report.ts';
import { DOGE, ETH, marketOf } from './market.ts';
import { randomHistory } from './random-history.ts';
import { randomLadder } from './random-week.ts';

const SYMBOLS = [
  { symbol: 'ETHUSDT', start: 200_000 },
  { symbol: 'DOGEUSDT', start: 20_000 },
] as const;

/** A random bot alone on a wallet, on one or two symbols. The wallet usually covers its ladder. */
export function randomBotRun(dice: Chance, options: { minutes: number; symbols?: 1 | 2 }): BotRun {
  const { minutes, symbols: count = dice.pick([1, 1, 2]) } = options;
  const from = dice.between(0, SYMBOLS.length - count);
  const symbols = SYMBOLS.slice(from, from + count);
  return {
    history: randomHistory(dice, symbols, minutes),
    market: marketOf([ETH, DOGE], dice.pick(['0', '0.0005'])),
    symbols: symbols.map(({ symbol }) => symbol),
    kind: paperLadder.kind,
    params: ladderParams.parse({
      ...randomLadder(dice, dice.pick(['isolated', 'cross'])),
      baseOrderSize: dice.pick(['60', '200.5']),
      safetyOrdersCount: dice.between(2, 5),
    }),
    wallet: cashFrom(dice.pick(['1000', '10000', '100000'])),
  };
}
