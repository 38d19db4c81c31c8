import { at } from '#base/assert.ts';
import type { Chance } from '#base/prng.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'BNBUSDT', 'LINKUSDT'] as const;
const BOTS_MAX = 10;

/** Ladders that trade every few minutes, so that hardly a moment is quiet. */
const LADDERS: readonly LadderParamsInput[] = [
  { baseOrderSize: '150', stepPercent: '0.05', takeProfitPercent: '0.12', safetyOrdersCount: 4 },
  { baseOrderSize: '120', direction: 'both', stepPercent: '0.08', takeProfitPercent: '0.1', volumeScale: '1.2' },
  { baseOrderSize: '150', direction: 'sell', stepPercent: '0.06', takeProfitPercent: '0.1', stopLossPercent: '1.5' },
  {
    baseOrderSize: '200',
    stepPercent: '0.05',
    takeProfitPercent: '0.15',
    tpOrder: 'market_trigger',
    trailingPercent: '0.05',
    activeSafetyOrders: 2,
  },
  {
    baseOrderSize: '130',
    baseOrderType: 'limit',
    baseOrderOffsetPercent: '0.02',
    baseOrderTtlS: 180,
    stepPercent: '0.05',
  },
  {
    baseOrderSize: '120',
    direction: 'both',
    stepPercent: '0.07',
    takeProfitPercent: '0.2',
    marginType: 'cross',
    leverage: 20,
  },
  { baseOrderSize: '140', stepPercent: '0.05', takeProfitPercent: '0.3', timeLimitS: 900, cooldownS: 120 },
];

/** Draws commands for the bots of one portfolio. Many are refused by the life cycle, as a user's may be. */
export interface CommandSource {
  next(): BotCommand;
}

export function commandSource(random: Chance, portfolioId: string): CommandSource {
  const bots: { botId: string; params: LadderParams }[] = [];
  let sets = 0;
  const create = (): BotCommand => {
    const params = ladderParams.parse(random.pick(LADDERS));
    const botId = `${portfolioId}-bot-${bots.length + 1}`;
    bots.push({ botId, params });
    return {
      type: 'create',
      autostart: random.next() < 0.9,
      bot: newEngineBot({
        botId,
        symbols: random.next() < 0.8 ? [random.pick(SYMBOLS)] : ['ETHUSDT', 'SOLUSDT'],
        params,
        paramsVersion: 1,
        isEnterBuyEnabled: params.direction !== 'sell',
        isEnterSellEnabled: params.direction !== 'buy',
        stopLossPercent: params.stopLossPercent,
        takeProfitPercent: params.takeProfitPercent,
      }),
    };
  };
  return {
    next() {
      if (bots.length < 3 || (bots.length < BOTS_MAX && random.next() < 0.15)) return create();
      const { botId, params } = at(bots, random.between(0, bots.length - 1));
      return random.pick<() => BotCommand>([
        () => ({ type: 'finish', botId }),
        () => ({ type: 'stop', botId, position: random.pick(['protect', 'close', 'detach'] as const) }),
        () => ({ type: 'restart', botId }),
        () => ({ type: 'restart', botId }),
        () => ({ type: 'restart', botId }),
        () => ({ type: 'set-entries', botId, isBuyEnabled: random.next() < 0.8, isSellEnabled: random.next() < 0.5 }),
        () => ({
          type: 'set-conditions',
          botId,
          stopLossPercent: random.pick([null, '2', '4']),
          takeProfitPercent: random.pick(['0.1', '0.2', '0.4']),
          isConfirmed: true,
        }),
        () => ({
          type: 'apply-params',
          botId,
          params: { ...params, takeProfitPercent: random.pick(['0.15', '0.25']) },
          paramsVersion: ++sets + 1,
          when: random.pick(['now', 'next_cycle'] as const),
        }),
      ])();
    },
  };
}
