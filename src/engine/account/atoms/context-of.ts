import type { AtomContext } from '../../bots/atom-context.ts';
import type { BotFamily } from '../../bots/bot-family.ts';
import { familyOf } from '../../bots/families.ts';
import type { EngineBot } from '../../model/bot.ts';
import type { BotParams } from '../../model/bot-params.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Ladder } from '../../risk/ladder/ladder.ts';

/** Everything besides its state that the transition of an atom may read. */
export function contextOf(bot: EngineBot, instrument: Instrument, hasLog = true): AtomContext {
  const { kind, params, paramsVersion, runNo } = bot;
  const family = familyOf(kind);
  const restingMax = Math.floor(instrument.ordersMax / family.directionsOf(params).length);
  const signal = family.signalOf(params);
  return { instrument, restingMax, params, signal, paramsVersion, runNo, ladderOf: ladderReader(family), hasLog };
}

interface ReadLadder {
  readonly params: BotParams;
  readonly ladder: Ladder;
}

/**
 * Reads parameters as a ladder and keeps the last two ladders: an atom needs those of its open and its next cycle a
 * dozen times per event. They are kept per atom, not in one weak map for all parameters, because the garbage collector
 * pauses the program to process a weak map: for a tenth of a second with 50,000 bots.
 */
export function ladderReader({ ladderOf }: Pick<BotFamily, 'ladderOf'>): (params: BotParams) => Ladder {
  let last: ReadLadder | null = null;
  let other: ReadLadder | null = null;
  return (params) => {
    if (last?.params === params) return last.ladder;
    const read = other?.params === params ? other : { params, ladder: ladderOf(params) };
    [last, other] = [read, last];
    return read.ladder;
  };
}
