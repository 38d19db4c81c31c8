import { ticks } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import type { Signal } from '../bots/signal.ts';
import type { ClosedMinute } from '../model/account.ts';
import { CLOSE_OFFSET_MS } from '../model/candle.ts';
import { signOf } from '../model/order.ts';
import { applyToAtom } from './atoms/apply-to-atom.ts';
import type { RunningAccount } from './running-account.ts';
import { candleOf, type RunningAtom, type RunningBot } from './running-bot.ts';
import { acts } from './signals/signals.ts';

/** Lets the steps that wait for a rule execute where it acts at the close of the minute. */
export function takeSteps(account: RunningAccount, bot: RunningBot, minute: ClosedMinute): void {
  for (const atom of bot.atoms) {
    const signal = stepSignalOf(atom);
    if (signal === null) continue;
    const candle = candleOf(atom, minute);
    if (candle === null || !isReached(atom, candle.close) || !acts(account, atom, { role: 'step', signal, minute }))
      continue;
    const at = instantOf(candle.time + CLOSE_OFFSET_MS);
    applyToAtom(account, atom, { type: 'StepsGranted', at, price: ticks(candle.close) });
  }
}

/** What the next step of the atom's open cycle waits for besides its price; null when nothing else holds it back. */
export function stepSignalOf({ state: { cycle, phase }, context }: RunningAtom): Signal | null {
  return cycle === null || phase !== 'OPEN' ? null : context.stepSignalOf(cycle.params);
}

function isReached(atom: RunningAtom, close: number): boolean {
  const price = atom.bot.family.atom.nextStepPrice(atom);
  return price !== null && signOf(atom.key.direction) * (close - price) <= 0;
}
