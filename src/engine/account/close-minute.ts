import { ticks } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { ClosedMinute } from '../model/account.ts';
import { type Candle, CLOSE_OFFSET_MS, type MarkMinute } from '../model/candle.ts';
import { applyToAtom } from './atoms/apply-to-atom.ts';
import { failBot, settleBot } from './commands/bot-state.ts';
import { openEntries } from './entries.ts';
import { askExits } from './exits.ts';
import { FAILURES_IN_MINUTE, type RunningAccount } from './running-account.ts';
import { candleOf, type RunningAtom } from './running-bot.ts';
import { takeSteps } from './steps.ts';
import { markAll } from './valuation/marks.ts';

/**
 * Closes a minute of the market, after the fills, funding and liquidations that happened in it: every atom sees its
 * candle, positions are valued at the marks, bots that cannot go on fail, rules close
 * positions, open cycles take the steps that waited for a rule, idle atoms may open their next cycle, and bots that have nothing left to do finish or stop.
 *
 * A minute that was missed while the program was down adds no risk: no cycle opens, no step is taken, no exit trails. Its
 * values count, time limits end, and exit rules act late rather than never.
 */
export function closeMinute(account: RunningAccount, minute: ClosedMinute): void {
  const at = instantOf(minute.time + CLOSE_OFFSET_MS);
  for (const bot of account.botList) for (const atom of bot.atoms) closeCandle(account, atom, minute);
  markAll(account, minute);
  account.underWay = null;
  account.minute = minute.time;
  // Only after every atom has run the minute, because what happens inside it must not affect another atom earlier.
  if (account.failing.size > 0) failBots(account, at);
  for (const bot of account.botList) {
    askExits(account, bot, minute);
    if (!minute.isMissed) {
      takeSteps(account, bot, minute);
      openEntries(account, bot, minute);
    }
    settleBot(account, bot, at);
  }
}

function closeCandle(account: RunningAccount, atom: RunningAtom, minute: ClosedMinute): void {
  const { state } = atom;
  if (state.cycle === null && state.cooldownUntil === null) return;
  const candle = candleOf(atom, minute);
  if (candle === null || isQuiet(atom, candle)) return;
  applyToAtom(account, atom, {
    type: 'CandleClosed',
    at: instantOf(candle.time + CLOSE_OFFSET_MS),
    high: ticks(candle.high),
    low: ticks(candle.low),
    close: ticks(candle.close),
    ...(minute.isMissed ? { isMissed: true } : {}),
  });
}

/** Whether the atom's triggers rule out that anything happens in this candle. */
export function isQuiet(atom: RunningAtom, candle: Candle): boolean {
  if (isTouched(atom, candle)) return false;
  const { at } = atom.triggers;
  return at === null || candle.time + CLOSE_OFFSET_MS < at;
}

/** Whether prices reach one of the atom's triggers. */
export function isTouched({ triggers: { below, above } }: RunningAtom, { low, high }: MarkMinute): boolean {
  return (below !== null && low <= below) || (above !== null && high >= above);
}

function failBots(account: RunningAccount, at: Instant): void {
  for (const bot of account.failing)
    failBot(account, bot, { reason: bot.bot.stateReason ?? FAILURES_IN_MINUTE[0], at });
  account.failing.clear();
}
