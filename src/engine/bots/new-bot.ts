import type { AtomState } from '../model/atom.ts';
import type { BotKind, EngineBot } from '../model/bot.ts';
import type { BotParams } from '../model/bot-params.ts';
import type { Direction } from '../model/order.ts';
import { conditionsOf } from './conditions.ts';
import { familyOf } from './families.ts';

export interface NewBot {
  readonly botId: string;
  readonly kind: BotKind;
  /** Each symbol once; atoms are made in this order. */
  readonly symbols: readonly string[];
  /** Parsed by the schema of the kind. */
  readonly params: BotParams;
  /** Version of the strategy; 1 when there is none. */
  readonly paramsVersion: number;
  /** Omitted: on for the directions that the parameters trade. */
  readonly isEnterBuyEnabled?: boolean | undefined;
  readonly isEnterSellEnabled?: boolean | undefined;
  /** Percent text; null is off, omitted uses the parameters. */
  readonly stopLossPercent?: string | null | undefined;
  readonly takeProfitPercent?: string | null | undefined;
}

/** A bot before its first start: state CREATED, one flat atom for each symbol and direction. */
export function newEngineBot({ botId, kind, symbols, params, paramsVersion, ...given }: NewBot): EngineBot {
  const family = familyOf(kind);
  const directions = family.directionsOf(params);
  const exits = family.exitsOf(params);
  const bot = {
    botId,
    kind,
    symbols,
    params,
    paramsVersion,
    isEnterBuyEnabled: given.isEnterBuyEnabled ?? directions.includes('buy'),
    isEnterSellEnabled: given.isEnterSellEnabled ?? directions.includes('sell'),
    stopLossPercent: given.stopLossPercent === undefined ? exits.stopLossPercent : given.stopLossPercent,
    takeProfitPercent: given.takeProfitPercent === undefined ? exits.takeProfitPercent : given.takeProfitPercent,
    state: 'CREATED',
    stateReason: null,
    runNo: 1,
    cyclesBegun: 0,
  } as const;
  const atoms = symbols.flatMap((symbol) => directions.map((direction) => newAtom(bot, symbol, direction)));
  return { ...bot, atoms };
}

function newAtom(bot: Omit<EngineBot, 'atoms'>, symbol: string, direction: Direction): AtomState {
  return {
    symbol,
    direction,
    phase: 'IDLE',
    mode: 'stopped',
    isEntryEnabled: direction === 'buy' ? bot.isEnterBuyEnabled : bot.isEnterSellEnabled,
    ...conditionsOf(bot, direction),
    cycle: null,
    cyclesOpened: 0,
    cooldownUntil: null,
    blockedBy: null,
  };
}
