import { at } from '#base/assert.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import type { NewBotRow, UserCommand } from '#ports/runtime.ts';

export const FLEET_SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'BNBUSDT', 'LINKUSDT'] as const;

/** Ordinary ladders, as in the demo: about one trade of a bot in twenty market minutes. */
const LADDERS: readonly LadderParamsInput[] = [
  { baseOrderSize: '150', stepPercent: '0.5', stepScale: '1.2', takeProfitPercent: '0.6', marginType: 'cross' },
  { baseOrderSize: '120', direction: 'both', stepPercent: '0.7', takeProfitPercent: '0.8', stopLossPercent: '8' },
  { baseOrderSize: '130', direction: 'sell', stepPercent: '0.6', takeProfitPercent: '0.7', stopLossPercent: '7' },
];

export interface FleetBot {
  readonly command: UserCommand;
  readonly row: NewBotRow;
}

/** The bots of one portfolio: symbols and ladders in turn. */
export function fleet(portfolioId: string, count: number): readonly FleetBot[] {
  return Array.from({ length: count }, (_, index) => {
    const params = ladderParams.parse(at(LADDERS, index % LADDERS.length));
    const bot = newEngineBot({
      kind: paperLadder.kind,
      botId: `${portfolioId}-${index}`,
      symbols: [at(FLEET_SYMBOLS, Math.floor(index / LADDERS.length) % FLEET_SYMBOLS.length)],
      params,
      paramsVersion: 1,
      isEnterBuyEnabled: params.direction !== 'sell',
      isEnterSellEnabled: params.direction !== 'buy',
      stopLossPercent: params.stopLossPercent,
      takeProfitPercent: params.takeProfitPercent,
    });
    const row = { name: `bot ${index}`, comment: '', strategyId: null, strategyVersion: null };
    return { command: { type: 'create', bot, autostart: true }, row };
  });
}
