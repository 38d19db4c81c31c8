import type { RunningAtom } from '../account/running-bot.ts';
import { stepSignalOf } from '../account/steps.ts';
import { NO_PRICE_ABOVE, NO_PRICE_BELOW, nextTouch } from '../scan/search.ts';
import { nextSignal } from './next-signal.ts';
import type { Span } from './span.ts';

/**
 * The first minute of the span at whose close a step that waits for its rule may execute; `to` when there is none. The
 * price must have reached the step by then, so the rule is not judged before the market has touched it.
 */
export function nextStep(atom: RunningAtom, { history, from, to }: Span): number {
  const signal = stepSignalOf(atom);
  const price = signal === null ? null : atom.bot.family.atom.nextStepPrice(atom);
  const stored = history.symbols.get(atom.key.symbol);
  if (price === null || stored === undefined) return to;
  const isLong = atom.key.direction === 'buy';
  const [below, above] = isLong ? [price, NO_PRICE_ABOVE] : [NO_PRICE_BELOW, price];
  const touched = nextTouch(stored.index, from, to, below, above);
  return signal === null ? touched : nextSignal(atom, { role: 'step', signal }, { history, from: touched, to });
}
