import { ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BotState } from '../../model/bot.ts';
import type { BotNoteCode } from '../../model/record.ts';
import { applyToAtom } from '../atoms/apply-to-atom.ts';
import type { RunningAccount } from '../running-account.ts';
import { isFlat, patchBot, type RunningBot } from '../running-bot.ts';
import { markFor } from '../valuation/marks.ts';

export function noteBot(
  account: RunningAccount,
  bot: RunningBot,
  told: {
    code: BotNoteCode;
    at: Instant;
    level?: 'info' | 'warning' | 'error';
    figures?: Readonly<Record<string, string | number>>;
  },
): void {
  const { code, at, level = 'info', figures = {} } = told;
  const { botId } = bot.bot;
  account.records.push({
    type: 'note',
    botId,
    symbol: null,
    direction: null,
    cycleSeq: null,
    order: null,
    at,
    level,
    code,
    figures,
  });
}

const NOTE_OF: Partial<Record<BotState, BotNoteCode>> = {
  FINISHING: 'BOT_FINISHING',
  FINISHED: 'BOT_FINISHED',
  STOPPING: 'BOT_STOPPING',
  STOPPED: 'BOT_STOPPED',
  DELETED: 'BOT_DELETED',
};

/** Puts the bot into a state and notes it. */
export function enterState(
  account: RunningAccount,
  bot: RunningBot,
  told: { state: BotState; reason?: string | null; at: Instant },
): void {
  patchBot(bot, { state: told.state, stateReason: told.reason ?? null });
  const code = NOTE_OF[told.state];
  if (code !== undefined) noteBot(account, bot, { code, at: told.at });
}

/** Puts a bot into ERROR: it opens nothing more, and open positions keep their planned exits. */
export function failBot(
  account: RunningAccount,
  bot: RunningBot,
  { reason, at }: { reason: string; at: Instant },
): void {
  if (bot.bot.state === 'ERROR') return;
  patchBot(bot, { state: 'ERROR', stateReason: reason });
  noteBot(account, bot, { code: 'BOT_ERROR', at, level: 'error', figures: { reason } });
  for (const atom of bot.atoms) applyToAtom(account, atom, { type: 'BotFailed', at });
}

export function stopAtoms(
  account: RunningAccount,
  bot: RunningBot,
  told: { position: 'protect' | 'close' | 'detach'; at: Instant },
): void {
  for (const atom of bot.atoms) {
    const mark = markFor(account, atom) ?? atom.state.cycle?.basePrice ?? ticks(0);
    applyToAtom(account, atom, { type: 'StopRequested', at: told.at, position: told.position, mark });
  }
}

/** Lets open cycles run to their end and opens no new ones. */
export function beginFinishing(
  account: RunningAccount,
  bot: RunningBot,
  { reason, at }: { reason: string | null; at: Instant },
): void {
  for (const atom of bot.atoms) applyToAtom(account, atom, { type: 'FinishRequested', at });
  enterState(account, bot, { state: 'FINISHING', reason, at });
  settleBot(account, bot, at);
}

/**
 * Makes the state changes that need no command: a bot that has used up the cycles of its run becomes FINISHING, a flat
 * FINISHING bot becomes FINISHED, and a STOPPING bot becomes STOPPED once its stop is complete.
 */
export function settleBot(account: RunningAccount, bot: RunningBot, at: Instant): void {
  const { state, stateReason: reason } = bot.bot;
  if (state === 'RUNNING' && hasHadAllCycles(bot)) return beginFinishing(account, bot, { reason: 'MAX_CYCLES', at });
  if (state === 'FINISHING' && bot.atoms.every(isFlat)) {
    return enterState(account, bot, { state: 'FINISHED', reason, at });
  }
  if (state !== 'STOPPING') return;
  const isClosing = bot.atoms.some((atom) => atom.state.cycle?.exitReason != null);
  if (!isClosing) enterState(account, bot, { state: 'STOPPED', at });
}

function hasHadAllCycles({ bot: { cyclesBegun }, atoms }: RunningBot): boolean {
  const [atom] = atoms;
  if (cyclesBegun === 0 || atom === undefined) return false;
  const { maxCycles } = atom.context.ladderOf(atom.context.params);
  return maxCycles !== null && cyclesBegun >= maxCycles;
}
