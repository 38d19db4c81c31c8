import { add, type Cash, smaller, subtract, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import type { ClosedMinute } from '../model/account.ts';
import type { BlockReason } from '../model/atom.ts';
import type { BotParams } from '../model/bot-params.ts';
import { CLOSE_OFFSET_MS } from '../model/candle.ts';
import { applyToAtom } from './atoms/apply-to-atom.ts';
import { bringConditions } from './commands/conditions.ts';
import type { RunningAccount } from './running-account.ts';
import { candleOf, type RunningAtom, type RunningBot } from './running-bot.ts';
import { cycleParams, wantsEntry } from './signals/signals.ts';
import { crossUnrealized } from './valuation/shared-wallet.ts';

/** Lets idle atoms of a running bot open their next cycle at the close of the minute, or notes once why they may not. */
export function openEntries(account: RunningAccount, bot: RunningBot, minute: ClosedMinute): void {
  for (const atom of bot.atoms) {
    if (!mayEnter(atom)) continue;
    const candle = candleOf(atom, minute);
    if (candle === null || !wantsEntry(account, atom, minute)) continue;
    const at = instantOf(candle.time + CLOSE_OFFSET_MS);
    const price = ticks(candle.close);
    const params = cycleParams(account, atom, { minute, price });
    const verdict = judgeEntry(account, atom, price, params);
    if (typeof verdict !== 'string') {
      // Conditions of a newer version take effect with this cycle.
      bringConditions(account, atom, { rates: bot.conditions[atom.key.direction], at });
      applyToAtom(account, atom, { type: 'EntryGranted', at, price, params, ...verdict });
    } else if (atom.state.blockedBy !== verdict)
      applyToAtom(account, atom, { type: 'EntryBlocked', at, reason: verdict });
  }
}

/** Whether the atom may open its next cycle, apart from its entry rules and the margin. */
export function mayEnter(atom: RunningAtom): boolean {
  const { bot, state } = atom;
  if (bot.bot.state !== 'RUNNING' || state.phase !== 'IDLE') return false;
  return state.mode === 'running' && state.isEntryEnabled && hasCycleLeft(atom);
}

/**
 * Whether the run may have one more cycle. A cycle whose base order still waits for its first fill counts too, so that
 * two fills in one minute never exceed the limit.
 */
export function hasCycleLeft({ bot, context }: RunningAtom): boolean {
  const { maxCycles } = context.ladderOf(context.params);
  if (maxCycles === null) return true;
  const waiting = bot.atoms.filter(({ state: { cycle } }) => cycle !== null && cycle.beginAt === null).length;
  return bot.bot.cyclesBegun + waiting < maxCycles;
}

/** Whether the bot may have one more open cycle. */
export function hasCycleToSpare(atom: RunningAtom): boolean {
  return openCyclesOf(atom) < openCyclesMax(atom);
}

/** How many cycles the atom's bot has open or starting. */
export function openCyclesOf({ bot }: RunningAtom): number {
  return bot.atoms.filter(({ state }) => state.cycle !== null).length;
}

/** How many the bot may have open at a time. */
export function openCyclesMax({ bot, context }: RunningAtom): number {
  return context.ladderOf(context.params).maxOpenCycles ?? bot.atoms.length;
}

/** Whether the user has excluded the atom's symbol from new cycles. */
export function isExcluded(account: RunningAccount, { key }: RunningAtom): boolean {
  return account.excluded.has(key.symbol);
}

/** Why a cycle may not open at this price now, or how much margin is left for it. */
export function judgeEntry(
  account: RunningAccount,
  atom: RunningAtom,
  price: Ticks,
  params: BotParams = atom.context.params,
): BlockReason | { readonly marginLeft: Cash } {
  if (isExcluded(account, atom)) return 'ASSET_EXCLUDED';
  if (!hasCycleToSpare(atom)) return 'MAX_OPEN_CYCLES';
  const { limit, sums } = account;
  const wanted = add(sums.committed, marginToOpen(atom, price, params));
  if (limit !== null && wanted > limit) return 'PORTFOLIO_LIMIT_EXCEEDED';
  const available = walletLeft(account);
  if (wanted > available) return 'INSUFFICIENT_MARGIN';
  return { marginLeft: subtract(limit === null ? available : smaller(limit, available), sums.committed) };
}

function marginToOpen({ bot, state, context }: RunningAtom, price: Ticks, params: BotParams): Cash {
  const opened = params === context.params ? context : { ...context, params };
  return bot.family.atom.marginToOpen({ state, context: opened }, price);
}

/**
 * The wallet that cycles may commit. Open losses of cross positions already reduce it; open profits do not add yet. What an
 * exchange account leaves is read there, losses included.
 */
export function walletLeft(account: RunningAccount): Cash {
  if (account.margin !== null) return account.margin;
  return add(account.wallet, smaller(crossUnrealized(account), ZERO_CASH));
}
