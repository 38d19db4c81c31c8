import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { ticks } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import type { AccountSnapshot, Market } from '#engine/model/account.ts';
import type { BotCommand, CommandPrices } from '#engine/model/bot.ts';
import type { MarketHistory, SymbolHistory } from '#engine/model/history.ts';
import { type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import { DOGE, ETH, marketOf } from './market.ts';
import { botCommand } from './random-account.ts';
import { randomHistory } from './random-history.ts';
import { withStoredBots } from './stored-bots.ts';
import { bitcoin } from './worked-examples.ts';

export const WEEK_MINUTES = 7 * 1_440;

const SYMBOLS = [
  { symbol: 'BTCUSDT', start: 600_000 },
  { symbol: 'ETHUSDT', start: 200_000 },
  { symbol: 'DOGEUSDT', start: 20_000 },
] as const;
const MARKET = marketOf([bitcoin, ETH, DOGE], '0.0005');

/** One wallet with one to three bots over seven days of one to three symbols, and the commands it receives. */
export interface RandomWeek {
  readonly market: Market;
  readonly history: MarketHistory;
  readonly opened: AccountSnapshot;
  /** Whether the account is reopened from its stored snapshot before each command. */
  readonly isReopened: boolean;
  /** By the minute before which they are given, ascending; the first at minute 0. The bots are stored, not created. */
  readonly commands: readonly { readonly minute: number; readonly command: BotCommand }[];
}

export function randomWeek(dice: Chance): RandomWeek {
  const isDaring = dice.next() < 0.2;
  const wallet = isDaring ? dice.pick(['1000', '4000']) : dice.pick(['300', '1000', '5000', '100000']);
  const limit = isDaring ? null : dice.pick([null, null, '400', '2000']);
  const symbols = SYMBOLS.slice(0, dice.pick(isDaring ? [1, 2, 3, 3] : [1, 1, 2, 3]));
  const history = randomHistory(dice, symbols, WEEK_MINUTES);
  const isReopened = dice.next() < 0.3;
  const told = randomCommands(dice, history, isDaring).toSorted((one, other) => one.minute - other.minute);
  const empty = { wallet: cashFrom(wallet), limit: limit === null ? null : cashFrom(limit), minute: null, bots: [] };
  return { market: MARKET, history, isReopened, ...withStoredBots(empty, told) };
}

interface Told {
  readonly minute: number;
  readonly command: BotCommand;
}

function randomCommands(dice: Chance, history: MarketHistory, isDaring: boolean): Told[] {
  const told: Told[] = [];
  const tell = (minute: number, command: BotCommand): unknown => told.push({ minute, command });
  const symbols = [...history.symbols.keys()];
  const frozen = [...history.symbols.values()].flatMap((stored) => stored.frozen);
  const marginType = dice.pick(['isolated', 'cross', 'cross', null] as const);
  const later = () => {
    const { from, to } = frozen.length > 0 && dice.next() < 0.3 ? dice.pick(frozen) : { from: 100, to: WEEK_MINUTES };
    return dice.between(from, to - 1);
  };
  const bots = dice.pick([1, 1, 2, 3]);
  for (let number = 0; number < bots; number += 1) {
    const botId = `bot${number}`;
    const first = isDaring ? 0 : dice.between(0, symbols.length - 1);
    const traded = !isDaring && dice.next() < 0.5 ? symbols.slice(first, first + 1) : symbols.slice(first);
    const ladder = randomLadder(dice, marginType ?? dice.pick(['isolated', 'cross']));
    const params = isDaring ? daringLadder(dice, ladder) : ladder;
    tell(number === 0 ? 0 : dice.between(0, 2_000), botCommand(params, botId, traded));
    for (let count = dice.pick([0, 0, 1, 3]); count > 0; count -= 1) {
      const minute = later();
      tell(minute, randomCommand(dice, { botId, params, prices: closesBefore(history, minute) }));
    }
  }
  if (dice.next() < 0.1) tell(later(), { type: 'set-limit', limit: dice.pick([null, '500', '3000']) });
  if (dice.next() < 0.1) tell(later(), { type: 'set-wallet', balance: '7777', sourceId: 'paid-in' });
  return told;
}

/** The last close of each symbol before a minute. */
function closesBefore({ symbols }: MarketHistory, minute: number): CommandPrices {
  const closeOf = ({ columns }: SymbolHistory) => ticks(at(columns.close, Math.max(0, minute - 1)));
  return Object.fromEntries([...symbols].map(([symbol, stored]) => [symbol, closeOf(stored)]));
}

function randomCommand(
  dice: Chance,
  { botId, params, prices }: { botId: string; params: LadderParamsInput; prices: CommandPrices },
): BotCommand {
  switch (dice.between(0, 6)) {
    case 0:
      return { type: 'finish', botId };
    case 1:
      return { type: 'stop', botId, position: dice.pick(['protect', 'close', 'detach']) };
    case 2:
    case 3:
      return { type: 'restart', botId };
    case 4: {
      const [isBuyEnabled, isSellEnabled] = [
        params.direction !== 'sell' && dice.next() < 0.5,
        params.direction !== 'buy' && dice.next() < 0.5,
      ];
      return { type: 'set-entries', botId, isBuyEnabled, isSellEnabled };
    }
    case 5: {
      const [stopLossPercent, takeProfitPercent] = [dice.pick([null, '12']), dice.pick([null, '0.9'])];
      return { type: 'set-conditions', botId, stopLossPercent, takeProfitPercent, isConfirmed: true, prices };
    }
    default: {
      const { direction = 'buy', marginType = 'isolated' } = params;
      const next = ladderParams.parse({ ...randomLadder(dice, marginType), direction });
      const when = dice.pick(['now', 'next_cycle'] as const);
      return { type: 'apply-params', botId, params: next, paramsVersion: 2, when, prices };
    }
  }
}

/** Parameters over the whole range that is useful within a week. */
export function randomLadder(dice: Chance, marginType: 'isolated' | 'cross'): LadderParamsInput {
  const safetyOrdersCount = dice.pick([0, 1, 2, 3, 5, 12]);
  const size = dice.pick(['15', '60', '200.5', '999', '20000']);
  return {
    direction: dice.pick(['buy', 'sell', 'both']),
    sizeType: dice.pick(['notional', 'notional', 'margin']),
    baseOrderSize: size,
    baseOrderType: dice.pick(['market', 'market', 'limit']),
    baseOrderOffsetPercent: dice.pick(['0', '0.05', '1']),
    baseOrderTtlS: dice.pick([300, 1_800, 7_200]),
    safetyOrderSize: dice.pick([null, '80', '333.33']),
    safetyOrdersCount,
    activeSafetyOrders: safetyOrdersCount > 1 ? dice.pick([null, 1, 2]) : null,
    stepPercent: dice.pick(['0.05', '0.2', '0.7', '2', '9']),
    stepScale: dice.pick(['0.9', '1', '1.3', '2']),
    volumeScale: dice.pick(['0.8', '1', '1.5', '2']),
    customLevels: dice.next() < 0.15 ? CUSTOM_LEVELS : null,
    takeProfitPercent: dice.pick(['0.2', '0.5', '1', '4', null]),
    tpBasis: dice.pick(['average', 'base']),
    tpNetOfFees: dice.pick([true, false]),
    tpOrder: dice.pick(['limit', 'market_trigger']),
    trailingPercent: dice.pick([null, null, '0.1', '0.8']),
    stopLossPercent: dice.pick([null, null, '1.5', '6', '25']),
    slBasis: dice.pick(['base', 'average']),
    cooldownS: dice.pick([0, 0, 90, 3_600, 40_000]),
    leverage: dice.pick([1, 5, 20, 75, 125]),
    marginType,
    maxOpenCycles: dice.pick([null, 1, 2]),
    timeLimitS: dice.next() < 0.01 ? 60 : dice.pick([null, null, 3_600, 100_000]),
    maxCycles: dice.pick([null, null, null, 3, 20]),
  };
}

/** A ladder that its wallet cannot support for long, which leads to liquidations across symbols. */
function daringLadder(dice: Chance, ladder: LadderParamsInput): LadderParamsInput {
  return {
    ...ladder,
    sizeType: 'notional',
    baseOrderSize: dice.pick(['8000', '15000', '45000']),
    safetyOrdersCount: dice.pick([0, 1]),
    customLevels: null,
    takeProfitPercent: '4',
    stopLossPercent: null,
    leverage: dice.pick([75, 125]),
    marginType: 'cross',
    maxOpenCycles: null,
    timeLimitS: null,
  };
}

const CUSTOM_LEVELS = [
  { deviationPercent: '0.4', size: '55' },
  { deviationPercent: '1.1', size: '120.5' },
  { deviationPercent: '6', size: '400' },
];
