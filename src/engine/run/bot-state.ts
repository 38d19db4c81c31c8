import { ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BotState } from '../model/bot.ts';
import type { BotNoteCode } from '../model/record.ts';
import { applyEvent } from './apply.ts';
import { type Book, type BotSlot, isFlat, patchBot } from './book.ts';
import { markIn } from './marks.ts';

export function noteBot(
  book: Book,
  bot: BotSlot,
  told: {
    code: BotNoteCode;
    at: Instant;
    level?: 'info' | 'warning' | 'error';
    figures?: Readonly<Record<string, string | number>>;
  },
): void {
  const { code, at, level = 'info', figures = {} } = told;
  const { botId } = bot.bot;
  book.records.push({
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

/** Brings the bot into a state and says so. */
export function enterState(
  book: Book,
  bot: BotSlot,
  told: { state: BotState; reason?: string | null; at: Instant },
): void {
  patchBot(bot, { state: told.state, stateReason: told.reason ?? null });
  const code = NOTE_OF[told.state];
  if (code !== undefined) noteBot(book, bot, { code, at: told.at });
}

/** Halts a bot that must not go on: entries end at once, and open positions keep the exits of their plan. */
export function failBot(book: Book, bot: BotSlot, { reason, at }: { reason: string; at: Instant }): void {
  if (bot.bot.state === 'ERROR') return;
  patchBot(bot, { state: 'ERROR', stateReason: reason });
  noteBot(book, bot, { code: 'BOT_ERROR', at, level: 'error', figures: { reason } });
  for (const slot of bot.slots) applyEvent(book, slot, { type: 'BotFailed', at });
}

export function stopAtoms(
  book: Book,
  bot: BotSlot,
  told: { position: 'protect' | 'close' | 'detach'; at: Instant },
): void {
  for (const slot of bot.slots) {
    const mark = markIn(book, slot.key.symbol) ?? slot.state.cycle?.basePrice ?? ticks(0);
    applyEvent(book, slot, { type: 'StopRequested', at: told.at, position: told.position, mark });
  }
}

/** What happens by itself: a finishing bot that is flat has finished, a stopping one that is through has stopped. */
export function settleBot(book: Book, bot: BotSlot, at: Instant): void {
  const { state } = bot.bot;
  if (state === 'FINISHING' && bot.slots.every(isFlat)) return enterState(book, bot, { state: 'FINISHED', at });
  if (state !== 'STOPPING') return;
  const isClosing = bot.slots.some((slot) => slot.state.cycle?.exitReason != null);
  if (!isClosing) enterState(book, bot, { state: 'STOPPED', at });
}
