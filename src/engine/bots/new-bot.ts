import type { AtomState } from '../model/atom.ts';
import type { EngineBot } from '../model/bot.ts';
import type { LadderParams } from '../model/ladder-params.ts';
import type { Direction } from '../model/order.ts';
import { conditionsOf } from './conditions.ts';

export interface NewBot {
  readonly botId: string;
  /** Each symbol once; atoms are made in this order. */
  readonly symbols: readonly string[];
  readonly params: LadderParams;
  /** Version of the strategy, 1 without one. */
  readonly paramsVersion: number;
  readonly isEnterBuyEnabled: boolean;
  readonly isEnterSellEnabled: boolean;
  /** Percent text or null for off: what holds, after the caller has resolved "left out" to the parameters. */
  readonly stopLossPercent: string | null;
  readonly takeProfitPercent: string | null;
}

/** The directions that parameters trade: `both` means two atoms a symbol. */
export function directionsOf(params: LadderParams): readonly Direction[] {
  return params.direction === 'both' ? ['buy', 'sell'] : [params.direction];
}

/** A bot before its first start: state CREATED, one flat atom for each symbol and direction. */
export function newEngineBot(input: NewBot): EngineBot {
  const atoms = input.symbols.flatMap((symbol) =>
    directionsOf(input.params).map((direction) => newAtom(input, symbol, direction)),
  );
  return { ...input, state: 'CREATED', stateReason: null, runNo: 1, atoms };
}

function newAtom(input: NewBot, symbol: string, direction: Direction): AtomState {
  return {
    symbol,
    direction,
    phase: 'IDLE',
    mode: 'stopped',
    isEntryEnabled: direction === 'buy' ? input.isEnterBuyEnabled : input.isEnterSellEnabled,
    ...conditionsOf(input),
    cycle: null,
    cyclesOpened: 0,
    cooldownUntil: null,
    blockedBy: null,
  };
}
