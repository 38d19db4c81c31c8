import { assert, at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { rate, ticks } from '#base/exact.ts';
import { type Chance, chance } from '#base/prng.ts';
import { later } from '#base/time.ts';
import { contextOf } from '#engine/account/atoms/context-of.ts';
import type { AtomContext } from '#engine/bots/atom-context.ts';
import { triggersOf } from '#engine/bots/ladder/triggers.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import type { AtomState, Triggers } from '#engine/model/atom.ts';
import type { BotCommand, CommandPrices } from '#engine/model/bot.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { Direction } from '#engine/model/order.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import type { LiveMarket } from './live-market.ts';

const BOTS_AN_ACCOUNT = 100;
const WALLET = cashFrom('1000000');

/** One atom as it stands in the live market. */
export interface LiveAtom {
  readonly symbol: number;
  readonly context: AtomContext;
  state: AtomState;
  /** Those of the state. */
  triggers: Triggers;
}

/**
 * So many bots of one symbol and direction each, spread over all symbols, no two ladders alike. Accounts of the engine
 * run them through the market's minutes, so what they hold and what rests for them is the engine's own work.
 */
export function openPopulation(market: LiveMarket, botCount: number, seed: number): LiveAtom[] {
  const dice = chance(seed);
  const atoms: LiveAtom[] = [];
  for (let first = 0; first < botCount; first += BOTS_AN_ACCOUNT) {
    const size = Math.min(BOTS_AN_ACCOUNT, botCount - first);
    atoms.push(
      ...liveAtoms(
        market,
        Array.from({ length: size }, (_, index) => first + index),
        dice,
      ),
    );
  }
  return atoms;
}

function liveAtoms({ instruments, minutes }: LiveMarket, numbers: readonly number[], dice: Chance): LiveAtom[] {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  const empty = { wallet: WALLET, limit: null, minute: null, bots: [] };
  const account = simulateAccount(empty, { instruments: bySymbol, slippage: rate(50_000) });
  const before = later(at(minutes, 0).time, -1);
  const prices = pricesIn(at(minutes, 0), instruments);
  for (const number of numbers) {
    const { symbol } = at(instruments, number % instruments.length);
    const outcome = account.command(
      createCommand(number, symbol, { direction: directionOf(number, instruments.length), dice, prices }),
      before,
    );
    assert(outcome.ok, 'the engine takes the bot');
  }
  for (const minute of minutes) account.advance(minute);
  return numbers.map((number) => {
    const bot = account.bot(String(number))?.bot;
    const symbol = number % instruments.length;
    assert(bot !== undefined, 'the bot runs in the account');
    const [context, state] = [contextOf(bot, at(instruments, symbol)), at(bot.atoms, 0)];
    return { symbol, context, state, triggers: triggersOf(state, context) };
  });
}

/** The price at which each symbol opens a minute. */
function pricesIn(minute: MarketMinute, instruments: readonly Instrument[]): CommandPrices {
  const openOf = (symbol: string) => ticks(minute.candle(symbol)?.open ?? 0);
  return Object.fromEntries(instruments.map(({ symbol }) => [symbol, openOf(symbol)]));
}

/** Long and short in turn on every symbol. */
function directionOf(number: number, symbolCount: number): Direction {
  return Math.floor(number / symbolCount) % 2 === 0 ? 'buy' : 'sell';
}

/** An ordinary ladder: a step of 0.40 to 0.99 percent, a take profit of 0.50 to 0.99; some with a stop. */
function createCommand(
  number: number,
  symbol: string,
  { direction, dice, prices }: { direction: Direction; dice: Chance; prices: CommandPrices },
): BotCommand {
  const params = ladderParams.parse({
    direction,
    baseOrderSize: String(dice.between(120, 400)),
    stepPercent: `0.${dice.between(40, 99)}`,
    stepScale: '1.2',
    takeProfitPercent: `0.${dice.between(50, 99)}`,
    tpOrder: dice.pick(['limit', 'market_trigger']),
    stopLossPercent: dice.pick([null, '9']),
  });
  const { takeProfitPercent, stopLossPercent } = params;
  const bot = newEngineBot({
    kind: paperLadder.kind,
    botId: String(number),
    symbols: [symbol],
    params,
    paramsVersion: 1,
    isEnterBuyEnabled: direction === 'buy',
    isEnterSellEnabled: direction === 'sell',
    stopLossPercent,
    takeProfitPercent,
  });
  return { type: 'create', bot, autostart: true, prices };
}
