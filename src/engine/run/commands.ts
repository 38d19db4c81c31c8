import { unreachable } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { accepted, type Outcome, refused } from '#base/errors.ts';
import { add, negate, subtract, type Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { type Conditions, conditionsOf } from '../bots/conditions.ts';
import {
  conditionsRefusal,
  deletePassage,
  entriesRefusal,
  finishPassage,
  type Passage,
  restartPassage,
  stopPassage,
} from '../bots/life-cycle.ts';
import type { BotCommand, BotParams } from '../model/bot.ts';
import type { CloseReason } from '../model/cycle.ts';
import { signOf } from '../model/order.ts';
import { applyEvent } from './apply.ts';
import { allSlots, type Book, type BotSlot, contextOf, isFlat, patchBot, type Slot } from './book.ts';
import { enterState, noteBot, settleBot, stopAtoms } from './bot-state.ts';
import { bringConditions, holdsConditions } from './conditions.ts';
import { markIn } from './marks.ts';
import { countBot, openBot } from './open-bot.ts';

type Done = Outcome<null>;
const DONE: Done = accepted(null);

/** Carries out one command on the account. A refusal names its code and changes nothing. */
export function carryOut(book: Book, command: BotCommand, at: Instant): Done {
  if (command.type === 'create') return create(book, command, at);
  if (command.type === 'set-limit') {
    book.limit = command.limit === null ? null : cashFrom(command.limit);
    return DONE;
  }
  if (command.type === 'set-wallet') return setWallet(book, command, at);
  const bot = book.bots.get(command.botId);
  if (bot === undefined) return refuse('BOT_NOT_FOUND');
  const standing = { state: bot.bot.state, isFlat: bot.slots.every(isFlat) };
  switch (command.type) {
    case 'finish':
      return pass(finishPassage(standing), () => finish(book, bot, at));
    case 'stop':
      return pass(stopPassage(standing, command.position), () => stop(book, bot, { position: command.position, at }));
    case 'restart':
      return pass(restartPassage(standing), () => restart(book, bot, at));
    case 'delete':
      return pass(deletePassage(standing), () => enterState(book, bot, { state: 'DELETED', at }));
    case 'set-entries':
      return setEntries(book, bot, { ...command, at });
    case 'set-conditions':
      return setConditions(book, bot, { ...command, at });
    case 'apply-params':
      return applyParams(book, bot, { ...command, at });
    default:
      return unreachable(command);
  }
}

function refuse(code: string): Done {
  return refused({ code, detail: code });
}

function pass(passage: Passage, act: () => void): Done {
  if ('refused' in passage) return refuse(passage.refused);
  if ('to' in passage) act();
  return DONE;
}

/** Only while every bot is flat: a changed wallet must not move the liquidation price of anything open. */
function setWallet(book: Book, command: Extract<BotCommand, { type: 'set-wallet' }>, at: Instant): Done {
  if (!allSlots(book).every(isFlat)) return refuse('PORTFOLIO_NOT_FLAT');
  const amount = subtract(cashFrom(command.balance), book.wallet);
  if (amount === 0) return DONE;
  const postings = [
    { account: 'wallet', amount },
    { account: 'transfer', amount: negate(amount) },
  ] as const;
  book.records.push({ type: 'ledger', sourceId: command.sourceId, at, postings });
  book.wallet = add(book.wallet, amount);
  book.sums.triggers.clear();
  return DONE;
}

function create(book: Book, { bot, autostart }: Extract<BotCommand, { type: 'create' }>, at: Instant): Done {
  if (book.bots.has(bot.botId)) return refuse('BOT_EXISTS');
  if (bot.symbols.some((symbol) => !book.market.instruments.has(symbol))) return refuse('SYMBOL_UNKNOWN');
  const slot = openBot(book.market, { bot, netCycles: [] });
  book.bots.set(bot.botId, slot);
  book.botList.push(slot);
  countBot(book, slot);
  slot.isDirty = true;
  noteBot(book, slot, { code: 'BOT_CREATED', at });
  if (autostart) restart(book, slot, at);
  return DONE;
}

function finish(book: Book, bot: BotSlot, at: Instant): void {
  for (const slot of bot.slots) applyEvent(book, slot, { type: 'FinishRequested', at });
  enterState(book, bot, { state: 'FINISHING', at });
  settleBot(book, bot, at);
}

function stop(book: Book, bot: BotSlot, told: { position: 'protect' | 'close' | 'detach'; at: Instant }): void {
  stopAtoms(book, bot, told);
  enterState(book, bot, { state: 'STOPPING', at: told.at });
  settleBot(book, bot, told.at);
}

/** From CREATED run 1 begins, from FINISHING the same run goes on, else a new run that adopts a suspended cycle. */
function restart(book: Book, bot: BotSlot, at: Instant): void {
  const { state, runNo } = bot.bot;
  const isNewRun = state !== 'CREATED' && state !== 'FINISHING';
  patchBot(bot, { state: 'RUNNING', stateReason: null, runNo: isNewRun ? runNo + 1 : runNo });
  refreshContexts(bot);
  noteBot(book, bot, {
    code: state === 'CREATED' ? 'BOT_STARTED' : 'BOT_RESTARTED',
    at,
    figures: { run: bot.bot.runNo },
  });
  for (const slot of bot.slots) applyEvent(book, slot, { type: 'Resumed', at });
}

function refreshContexts(bot: BotSlot): void {
  for (const slot of bot.slots) slot.context = contextOf(bot.bot, slot.instrument, slot.context.hasLog);
}

type With<T extends BotCommand['type']> = Extract<BotCommand, { type: T }> & { at: Instant };

function setEntries(book: Book, bot: BotSlot, command: With<'set-entries'>): Done {
  const { isBuyEnabled, isSellEnabled, at } = command;
  const directions = bot.family.directionsOf(bot.bot.params);
  const isForeign = (isBuyEnabled && !directions.includes('buy')) || (isSellEnabled && !directions.includes('sell'));
  const { isEnterBuyEnabled, isEnterSellEnabled } = bot.bot;
  const isSwitchingOn = (isBuyEnabled && !isEnterBuyEnabled) || (isSellEnabled && !isEnterSellEnabled);
  const code = entriesRefusal({ state: bot.bot.state, isFlat: false }, isSwitchingOn);
  if (code !== null) return refuse(code);
  if (isForeign) return refuse('DIRECTION_NOT_IN_PARAMS');
  if (isBuyEnabled === isEnterBuyEnabled && isSellEnabled === isEnterSellEnabled) return DONE;
  patchBot(bot, { isEnterBuyEnabled: isBuyEnabled, isEnterSellEnabled: isSellEnabled });
  for (const slot of bot.slots) {
    const isEnabled = slot.key.direction === 'buy' ? isBuyEnabled : isSellEnabled;
    applyEvent(book, slot, { type: 'EntrySwitched', at, isEnabled });
  }
  noteBot(book, bot, {
    code: 'ENTRIES_CHANGED',
    at,
    figures: { buy: isBuyEnabled ? 'on' : 'off', sell: isSellEnabled ? 'on' : 'off' },
  });
  return DONE;
}

function setConditions(book: Book, bot: BotSlot, command: With<'set-conditions'>): Done {
  const code = conditionsRefusal({ state: bot.bot.state, isFlat: false });
  if (code !== null) return refuse(code);
  const rates = conditionsOf(command);
  const exits = bot.slots.map((slot) => ({ slot, exit: crossedBy(book, slot, { rates }) }));
  if (!command.isConfirmed && exits.some(({ exit }) => exit !== null)) return refuse('CONDITION_TRIGGERS_NOW');
  const { stopLossPercent, takeProfitPercent } = command;
  const isSame = stopLossPercent === bot.bot.stopLossPercent && takeProfitPercent === bot.bot.takeProfitPercent;
  if (isSame && bot.slots.every((slot) => holdsConditions(slot, rates))) return DONE;
  patchBot(bot, { stopLossPercent, takeProfitPercent });
  for (const { slot, exit } of exits) applyEvent(book, slot, { type: 'ConditionsSet', at: command.at, ...rates, exit });
  return DONE;
}

/**
 * The exit that new conditions would trigger at the present mark; null when none. A trigger that stays where it is, is
 * left to the order that rests for it, and a take profit that trails only arms where it is crossed.
 *
 * @param params - what the open cycle would go on with; left out, its own
 */
function crossedBy(
  book: Book,
  slot: Slot,
  { rates, params }: { readonly rates: Conditions; readonly params?: BotParams },
): CloseReason | null {
  const mark = markIn(book, slot.key.symbol);
  const { cycle } = slot.state;
  if (mark === undefined || cycle === null || cycle.exitReason !== null) return null;
  const next = params === undefined ? cycle : { ...cycle, params };
  const planned = { context: slot.context, state: { ...slot.state, ...rates, cycle: next } };
  const { atom } = slot.bot.family;
  const isTrailing = (read: BotParams): boolean => slot.context.ladderOf(read).trailing !== null;
  const isBeyond = (price: Ticks | null, way: 1 | -1): boolean =>
    price !== null && signOf(slot.key.direction) * way * (mark - price) >= 0;
  const [stop, target] = [atom.wantedStopLoss(planned), atom.wantedTakeProfit(planned)];
  if (stop !== atom.wantedStopLoss(slot) && isBeyond(stop, -1)) return 'stop_loss';
  if (isTrailing(next.params) || (target === atom.wantedTakeProfit(slot) && !isTrailing(cycle.params))) return null;
  return isBeyond(target, 1) ? 'take_profit' : null;
}

/**
 * New parameters reach new cycles; with `when: now` open ones too, unless an exit would trigger at once: nobody was asked
 * to confirm that. Conditions that followed the old parameters follow the new ones; an open cycle that keeps its
 * parameters keeps its conditions too, and `openEntries` brings its atom up to date before the next one.
 */
function applyParams(book: Book, bot: BotSlot, command: With<'apply-params'>): Done {
  if (bot.bot.state === 'DELETED') return refuse('BOT_DELETED');
  if (bot.bot.state === 'STOPPING') return refuse('TRANSITION_IN_PROGRESS');
  const { params, paramsVersion, at } = command;
  if (!tradesSame(bot, params)) return refuse('DIRECTION_NOT_IN_PARAMS');
  const conditions = followingConditions(bot, params);
  const rates = conditionsOf(conditions);
  const isNow = command.when === 'now';
  if (isNow && bot.slots.some((slot) => isExitedBy(book, slot, { rates, params }))) {
    return refuse('CONDITION_TRIGGERS_NOW');
  }
  patchBot(bot, { params, paramsVersion, ...conditions });
  refreshContexts(bot);
  for (const slot of bot.slots) {
    if (isNow || isFlat(slot)) bringConditions(book, slot, { rates, at });
    if (isNow) applyEvent(book, slot, { type: 'LadderReplaced', at });
  }
  return DONE;
}

function isExitedBy(book: Book, slot: Slot, { rates, params }: { rates: Conditions; params: BotParams }): boolean {
  const { cycle } = slot.state;
  return (
    cycle !== null &&
    crossedBy(book, slot, { rates, params: slot.bot.family.atom.openParams(cycle, params, slot.context) }) !== null
  );
}

/** Whether other parameters trade the directions that the bot has atoms of. */
function tradesSame({ family, bot }: BotSlot, params: BotParams): boolean {
  return family.directionsOf(params).join() === family.directionsOf(bot.params).join();
}

function followingConditions({ family, bot }: BotSlot, params: BotParams) {
  const [old, next] = [family.exitsOf(bot.params), family.exitsOf(params)];
  const follow = (present: string | null, before: string | null, after: string | null) =>
    present === before ? after : present;
  return {
    stopLossPercent: follow(bot.stopLossPercent, old.stopLossPercent, next.stopLossPercent),
    takeProfitPercent: follow(bot.takeProfitPercent, old.takeProfitPercent, next.takeProfitPercent),
  };
}
