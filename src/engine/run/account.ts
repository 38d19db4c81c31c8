import { accepted } from '#base/errors.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { Account, AccountSnapshot, Market, MarketMinute } from '../model/account.ts';
import { CLOSE_OFFSET_MS } from '../model/candle.ts';
import type { AccountRecord } from '../model/record.ts';
import { instantAt } from '../scan/market-minutes.ts';
import { type Book, botOf, committedOf } from './book.ts';
import { failBot, settleBot } from './bot-state.ts';
import { carryOut } from './commands.ts';
import { openEntries } from './entries.ts';
import { markAll, passMarks, readMarks } from './marks.ts';
import { runMinute } from './minute.ts';
import { nextBusy } from './next-busy.ts';
import { countBot, openBot, snapshotOf } from './open-bot.ts';
import type { Span } from './span.ts';
import { forgetTriggers, noSums } from './sums.ts';
import { viewOf } from './views.ts';

/**
 * Opens a simulated account from what was stored of it. `last` is the last closed minute, which values open positions
 * until the next one comes; it changes nothing.
 */
export function openAccount(snapshot: AccountSnapshot, market: Market, last?: MarketMinute): Account {
  const botList = snapshot.bots.map((bot) => openBot(market, bot));
  const book: Book = {
    market,
    bots: new Map(botList.map((bot) => [bot.bot.botId, bot])),
    botList,
    marks: new Map(),
    wallet: snapshot.wallet,
    limit: snapshot.limit,
    minute: snapshot.minute,
    current: last ?? null,
    passed: null,
    unread: null,
    liquidated: new Set(),
    records: [],
    sums: noSums(),
    closedBars: new Map(),
  };
  for (const bot of book.botList) countBot(book, bot);
  if (last !== undefined) markAll(book, last);
  return {
    advance: (minute) => advance(book, minute),
    skip: (history, { from, to }) => skip(book, { history, from, to }),
    command(command, at) {
      readMarks(book); // Those of the bots that were there, before there are others.
      const outcome = carryOut(book, command, at);
      return outcome.ok ? accepted(collect(book, at)) : outcome;
    },
    bot(botId) {
      const bot = book.bots.get(botId);
      return bot === undefined ? null : snapshotOf(bot);
    },
    views: (botId) => book.bots.get(botId)?.slots.map((slot) => viewOf(book, slot)) ?? [],
    wallet: () => book.wallet,
    committed: (botId) => (botId === undefined ? book.sums.committed : committedOf(book.bots.get(botId)?.slots ?? [])),
    snapshot: () => ({
      wallet: book.wallet,
      limit: book.limit,
      minute: book.minute,
      bots: book.botList.map(snapshotOf),
    }),
  };
}

function advance(book: Book, minute: MarketMinute): readonly AccountRecord[] {
  passMarks(book, minute);
  book.current = minute;
  book.passed = null;
  forgetTriggers(book.sums); // Positions are valued at its open.
  const at = instantOf(minute.time + CLOSE_OFFSET_MS);
  for (const bot of book.botList) for (const slot of bot.slots) runMinute(book, slot, minute);
  markAll(book, minute);
  book.minute = minute.time;
  // At the close, when all atoms lived through the minute: none of them may know of what happened inside it.
  if (book.liquidated.size > 0) failLiquidated(book, at);
  for (const bot of book.botList) {
    openEntries(book, bot, minute);
    settleBot(book, bot, at);
  }
  return collect(book, at);
}

function failLiquidated(book: Book, at: Instant): void {
  for (const bot of book.liquidated) failBot(book, bot, { reason: 'LIQUIDATED', at });
  book.liquidated.clear();
}

/** Lets quiet minutes pass, up to the next one in which something may happen. */
function skip(book: Book, span: Span): number {
  const busy = nextBusy(book, span);
  if (busy > span.from) pass(book, { history: span.history, from: span.from, to: busy });
  return busy;
}

/** What `advance` leaves behind where nothing happens: the last minute and the last marks. */
function pass(book: Book, passed: Span): void {
  readMarks(book); // Of a stretch that passed just before: this one may have no candle.
  const { history, to } = passed;
  book.current = null;
  book.passed = passed;
  book.minute = instantAt(history, to - 1);
  book.unread = passed;
  forgetTriggers(book.sums);
}

const NOTHING: readonly AccountRecord[] = [];

/** What was written since the call began, with the present state of every bot it touched. */
function collect(book: Book, at: Instant): readonly AccountRecord[] {
  if (book.market.hasSteps !== false) {
    for (const bot of book.botList) {
      if (!bot.isDirty) continue;
      bot.isDirty = false;
      book.records.push({ type: 'bot', bot: botOf(bot), at });
    }
  }
  const { records } = book;
  if (records.length === 0) return NOTHING;
  book.records = []; // The list was given away.
  return records;
}
