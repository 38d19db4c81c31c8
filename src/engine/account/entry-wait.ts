import { cashText } from '#base/decimal.ts';
import { add } from '#base/exact.ts';
import { isoText } from '#base/iso-text.ts';
import type { BlockReason, EntryWait, EntryWaitCode } from '../model/atom.ts';
import type { Cycle } from '../model/cycle.ts';
import { priceText } from '../model/instrument.ts';
import { hasCycleLeft, isExcluded, judgeEntry, openCyclesMax, openCyclesOf, walletLeft } from './entries.ts';
import type { RunningAccount } from './running-account.ts';
import { isParked, type RunningAtom } from './running-bot.ts';
import { markIn } from './valuation/marks.ts';

type Figures = EntryWait['figures'];
interface Reason {
  readonly code: EntryWaitCode;
  readonly figures?: Figures;
}

/**
 * What an atom waits for before it opens its next cycle, judged as at the close of a minute: by the same functions, in
 * the same order, at its present mark.
 */
export function entryWaitOf(account: RunningAccount, atom: RunningAtom): EntryWait {
  const { symbol, direction } = atom.key;
  const { code, figures = {} } = reasonOf(account, atom);
  return { symbol, direction, code, figures };
}

function reasonOf(account: RunningAccount, atom: RunningAtom): Reason {
  const { bot, state } = atom;
  if (isParked(atom)) return { code: 'GRID_CHANGED' };
  if (state.cycle !== null && state.phase !== 'SUSPENDED') return inCycle(atom, state.cycle);
  if (bot.bot.state !== 'RUNNING') return { code: `BOT_${bot.bot.state}` };
  if (state.phase === 'SUSPENDED') return { code: 'CYCLE_SUSPENDED' };
  if (state.cooldownUntil !== null) return { code: 'COOLDOWN', figures: { until: isoText(state.cooldownUntil) } };
  if (!state.isEntryEnabled) return { code: 'ENTRIES_OFF' };
  if (!hasCycleLeft(atom)) return { code: 'CYCLES_DONE', figures: { cycles: bot.bot.cyclesBegun } };
  if (isExcluded(account, atom)) return { code: 'ASSET_EXCLUDED' };
  return judged(account, atom);
}

function inCycle({ state, instrument }: RunningAtom, cycle: Cycle): Reason {
  if (state.phase === 'CLOSING') return { code: 'CYCLE_CLOSING' };
  if (state.phase !== 'ENTERING') return { code: 'CYCLE_OPEN', figures: { cycle: cycle.seq } };
  const [base] = cycle.orders; // The only one, as nothing has filled.
  return base?.price == null
    ? { code: 'ENTRY_SENT' }
    : { code: 'ENTRY_RESTS', figures: { price: priceText(instrument, base.price) } };
}

function judged(account: RunningAccount, atom: RunningAtom): Reason {
  const mark = markIn(account, atom.key.symbol);
  if (mark === undefined) return { code: 'PRICE_UNKNOWN' };
  const verdict = judgeEntry(account, atom, mark);
  const { signal } = atom.context;
  if (signal !== null && typeof verdict !== 'string') return awaitingSignal(atom.state.blockedBy);
  // Beyond the judgement of the account, an atom itself refuses a ladder that does not fit the instrument.
  const block = typeof verdict === 'string' ? verdict : atom.state.blockedBy;
  if (block === 'LADDER_REFUSED' || typeof verdict === 'string')
    return { code: block ?? 'LADDER_REFUSED', figures: figuresOf(account, atom, block) };
  return { code: 'NEXT_CLOSE' };
}

/** What blocked the last signal says nothing of the next one, which is judged at its own close. */
function awaitingSignal(reason: BlockReason | null): Reason {
  return reason === null ? { code: 'SIGNAL_ABSENT' } : { code: 'SIGNAL_SKIPPED', figures: { reason } };
}

function figuresOf(account: RunningAccount, atom: RunningAtom, block: BlockReason | null): Figures {
  if (block === 'MAX_OPEN_CYCLES') return { open: openCyclesOf(atom), allowed: openCyclesMax(atom) };
  const mark = markIn(account, atom.key.symbol);
  if (mark === undefined || block === null || block === 'LADDER_REFUSED') return {};
  const { committed } = account.sums;
  const needed = atom.bot.family.atom.marginToOpen(atom, mark);
  const most = block === 'PORTFOLIO_LIMIT_EXCEEDED' ? account.limit : walletLeft(account);
  return {
    needed: cashText(needed),
    used: cashText(committed),
    together: cashText(add(needed, committed)),
    ...(most === null ? {} : { most: cashText(most) }),
  };
}
