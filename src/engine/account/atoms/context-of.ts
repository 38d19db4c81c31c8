import type { AtomContext } from '../../bots/atom-context.ts';
import { familyOf } from '../../bots/families.ts';
import type { EngineBot } from '../../model/bot.ts';
import type { BotParams } from '../../model/bot-params.ts';
import type { Instrument } from '../../model/instrument.ts';

/** Everything besides its state that the transition of an atom may read. */
export function contextOf(
  bot: EngineBot,
  instrument: Instrument,
  { hasLog, isCancelFinal }: Pick<AtomContext, 'hasLog' | 'isCancelFinal'> = { hasLog: true, isCancelFinal: true },
): AtomContext {
  const { kind, params, paramsVersion, runNo } = bot;
  const family = familyOf(kind);
  const restingMax = Math.floor(instrument.ordersMax / family.directionsOf(params).length);
  const signal = family.signalOf(params);
  return {
    instrument,
    restingMax,
    params,
    signal,
    paramsVersion,
    runNo,
    hasLog,
    isCancelFinal,
    ladderOf: paramsReader(family.ladderOf),
    stepSignalOf: paramsReader(family.stepSignalOf),
  };
}

interface Read<Value> {
  readonly part: BotParams;
  readonly value: Value;
}

/**
 * Reads parameters, as a ladder for example, and keeps the last two results: an atom needs those of its open and its
 * next cycle a dozen times per event. They are kept per atom, not in one weak map for all parameters, because the
 * garbage collector pauses the program to process a weak map: for a tenth of a second with 50,000 bots.
 * @param partOf - the object in the parameters that the value depends on; omitted, all of them
 */
export function paramsReader<Value>(
  readAnew: (params: BotParams) => Value,
  partOf: (params: BotParams) => BotParams = (params) => params,
): (params: BotParams) => Value {
  let last: Read<Value> | null = null;
  let other: Read<Value> | null = null;
  return (params) => {
    const part = partOf(params);
    if (last?.part === part) return last.value;
    const read = other?.part === part ? other : { part, value: readAnew(params) };
    [last, other] = [read, last];
    return read.value;
  };
}
