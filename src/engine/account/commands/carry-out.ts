import { assert, unreachable } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { accepted, type Outcome, refused } from '#base/errors.ts';
import { add, negate, subtract, type Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { type Conditions, conditionsByDirection } from '../../bots/conditions.ts';
import {
  conditionsRefusal,
  deletePassage,
  entriesRefusal,
  finishPassage,
  type Passage,
  restartPassage,
  stopPassage,
} from '../../bots/life-cycle.ts';
import type { BotCommand } from '../../model/bot.ts';
import type { BotParams } from '../../model/bot-params.ts';
import type { CloseReason } from '../../model/cycle.ts';
import { signOf } from '../../model/order.ts';
import { applyToAtom } from '../atoms/apply-to-atom.ts';
import { contextOf } from '../atoms/context-of.ts';
import { countBot, openBot } from '../open-bot.ts';
import { allAtoms, type RunningAccount } from '../running-account.ts';
import { isFlat, isParked, patchBot, type RunningAtom, type RunningBot } from '../running-bot.ts';
import { markIn } from '../valuation/marks.ts';
import { forgetTriggers } from '../valuation/sums.ts';
import { beginFinishing, enterState, noteBot, settleBot, stopAtoms } from './bot-state.ts';
import { bringConditions, holdsConditions } from './conditions.ts';
import { orderDeal, undoDeal } from './deals.ts';
import { judgeParams } from './judge-params.ts';
import { joinAccount, leaveAccount } from './move-bot.ts';

type Done = Outcome<null>;
const DONE: Done = accepted(null);

/**
 * Carries out one command on the account if the life cycle allows it and its parameters can run. A refusal gives the
 * reasons and changes nothing.
 */
export function carryOut(account: RunningAccount, command: BotCommand, at: Instant): Done {
  if (command.type === 'create') return create(account, command, at);
  if (command.type === 'join') return joinAccount(account, command, at);
  if (command.type === 'set-limit') {
    account.limit = command.limit === null ? null : cashFrom(command.limit);
    return DONE;
  }
  if (command.type === 'set-wallet') return setWallet(account, command, at);
  if (command.type === 'set-excluded') return setExcluded(account, command, at);
  const bot = account.bots.get(command.botId);
  if (bot === undefined) return refuse('BOT_NOT_FOUND');
  if (mayPlaceOrders(command) && bot.atoms.some(isParked)) return refuse('GRID_CHANGED');
  const reasons = judgeParams(account, command);
  if (reasons.length > 0) return refused(...reasons);
  const lifeCycle = { state: bot.bot.state, isFlat: bot.atoms.every(isFlat) };
  switch (command.type) {
    case 'finish':
      return pass(finishPassage(lifeCycle), () => beginFinishing(account, bot, { reason: null, at }));
    case 'stop':
      return pass(stopPassage(lifeCycle, command.position), () =>
        stop(account, bot, { position: command.position, at }),
      );
    case 'restart':
      return pass(restartPassage(lifeCycle), () => restart(account, bot, at));
    case 'delete':
      return pass(deletePassage(lifeCycle), () => enterState(account, bot, { state: 'DELETED', at }));
    case 'leave':
      return leaveAccount(account, bot);
    case 'set-entries':
      return setEntries(account, bot, { ...command, at });
    case 'set-conditions':
      return setConditions(account, bot, { ...command, at });
    case 'apply-params':
      return applyParams(account, bot, { ...command, at });
    case 'order-deal':
      return orderDeal(account, bot, { ...command, at });
    case 'undo-deal':
      return undoDeal(account, bot, { ...command, at });
    default:
      return unreachable(command);
  }
}

/** Whether the command may lead to orders for a position that its bot holds; an atom off the grid can place none. */
function mayPlaceOrders(command: BotCommand): boolean {
  switch (command.type) {
    case 'finish':
    case 'restart':
    case 'set-conditions':
    case 'apply-params':
    case 'order-deal':
      return true;
    case 'stop':
      return command.position === 'close';
    default:
      return false;
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

/** Allowed only while every bot is flat: a changed wallet must not move the liquidation price of an open position. */
function setWallet(account: RunningAccount, command: Extract<BotCommand, { type: 'set-wallet' }>, at: Instant): Done {
  if (!allAtoms(account).every(isFlat)) return refuse('PORTFOLIO_NOT_FLAT');
  const amount = subtract(cashFrom(command.balance), account.wallet);
  if (amount === 0) return DONE;
  const postings = [
    { account: 'wallet', amount },
    { account: 'transfer', amount: negate(amount) },
  ] as const;
  account.records.push({ type: 'ledger', sourceId: command.sourceId, at, postings });
  account.wallet = add(account.wallet, amount);
  forgetTriggers(account.sums);
  return DONE;
}

/**
 * Open cycles go on as they are. A base order that has not filled yet is withdrawn, as when its entries are switched off;
 * the switch itself stays as the user set it.
 */
function setExcluded(
  account: RunningAccount,
  { symbol, isExcluded }: Extract<BotCommand, { type: 'set-excluded' }>,
  at: Instant,
): Done {
  if (!isExcluded) {
    account.excluded.delete(symbol);
    return DONE;
  }
  account.excluded.add(symbol);
  for (const atom of allAtoms(account).filter(
    ({ key, state }) => key.symbol === symbol && state.phase === 'ENTERING',
  )) {
    const { isEntryEnabled } = atom.state;
    for (const isEnabled of [false, isEntryEnabled])
      applyToAtom(account, atom, { type: 'EntrySwitched', at, isEnabled });
  }
  return DONE;
}

function create(account: RunningAccount, command: Extract<BotCommand, { type: 'create' }>, at: Instant): Done {
  const { bot, autostart } = command;
  if (account.bots.has(bot.botId)) return refuse('BOT_EXISTS');
  if (bot.symbols.some((symbol) => !account.setting.instruments.has(symbol))) return refuse('SYMBOL_UNKNOWN');
  const reasons = judgeParams(account, command);
  if (reasons.length > 0) return refused(...reasons);
  const running = openBot(account.setting, { bot, netCycles: [] });
  account.bots.set(bot.botId, running);
  account.botList.push(running);
  countBot(account, running);
  running.isDirty = true;
  noteBot(account, running, { code: 'BOT_CREATED', at });
  if (autostart) restart(account, running, at);
  return DONE;
}

function stop(
  account: RunningAccount,
  bot: RunningBot,
  told: { position: 'protect' | 'close' | 'detach'; at: Instant },
): void {
  stopAtoms(account, bot, told);
  enterState(account, bot, { state: 'STOPPING', at: told.at });
  settleBot(account, bot, told.at);
}

/** From CREATED, run 1 begins; from FINISHING, the run continues; otherwise a new run adopts any suspended cycle. */
function restart(account: RunningAccount, bot: RunningBot, at: Instant): void {
  const { state, runNo } = bot.bot;
  const isNewRun = state !== 'CREATED' && state !== 'FINISHING';
  const run = isNewRun ? runNo + 1 : runNo;
  patchBot(bot, { state: 'RUNNING', stateReason: null, runNo: run, cyclesBegun: 0 });
  for (const atom of bot.atoms) if (atom.isOffGrid) takePresentGrids(account, atom);
  refreshContexts(bot);
  noteBot(account, bot, {
    code: state === 'CREATED' ? 'BOT_STARTED' : 'BOT_RESTARTED',
    at,
    figures: { run: bot.bot.runNo },
  });
  for (const atom of bot.atoms) applyToAtom(account, atom, { type: 'Resumed', at });
}

/** A flat atom has nothing to convert. */
function takePresentGrids({ setting }: RunningAccount, atom: RunningAtom): void {
  const present = setting.instruments.get(atom.key.symbol);
  assert(present !== undefined && isFlat(atom), 'only a flat atom takes other ticks and steps');
  atom.instrument = present;
  atom.isOffGrid = false;
}

function refreshContexts(bot: RunningBot): void {
  for (const atom of bot.atoms) atom.context = contextOf(bot.bot, atom.instrument, atom.context);
}

type With<T extends BotCommand['type']> = Extract<BotCommand, { type: T }> & { at: Instant };

function setEntries(account: RunningAccount, bot: RunningBot, command: With<'set-entries'>): Done {
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
  for (const atom of bot.atoms) {
    const isEnabled = atom.key.direction === 'buy' ? isBuyEnabled : isSellEnabled;
    applyToAtom(account, atom, { type: 'EntrySwitched', at, isEnabled });
  }
  noteBot(account, bot, {
    code: 'ENTRIES_CHANGED',
    at,
    figures: { buy: isBuyEnabled ? 'on' : 'off', sell: isSellEnabled ? 'on' : 'off' },
  });
  return DONE;
}

function setConditions(account: RunningAccount, bot: RunningBot, command: With<'set-conditions'>): Done {
  const code = conditionsRefusal({ state: bot.bot.state, isFlat: false });
  if (code !== null) return refuse(code);
  const { stopLossPercent, takeProfitPercent } = command;
  const wanted = conditionsByDirection({ ...bot.bot, stopLossPercent, takeProfitPercent });
  const exits = bot.atoms.map((atom) => {
    const rates = wanted[atom.key.direction];
    return { atom, rates, exit: crossedBy(account, atom, { rates }) };
  });
  if (!command.isConfirmed && exits.some(({ exit }) => exit !== null)) return refuse('CONDITION_TRIGGERS_NOW');
  const isSame = stopLossPercent === bot.bot.stopLossPercent && takeProfitPercent === bot.bot.takeProfitPercent;
  if (isSame && exits.every(({ atom, rates }) => holdsConditions(atom, rates))) return DONE;
  patchBot(bot, { stopLossPercent, takeProfitPercent });
  for (const { atom, rates, exit } of exits)
    applyToAtom(account, atom, { type: 'ConditionsSet', at: command.at, ...rates, exit });
  return DONE;
}

/**
 * The exit that new conditions would trigger at the current mark; null when none. An unchanged trigger is left to its
 * resting order, and a take profit with a trailing exit only arms when it is crossed.
 *
 * @param params - the parameters the open cycle would continue with; omitted, its own
 */
function crossedBy(
  account: RunningAccount,
  atom: RunningAtom,
  { rates, params }: { readonly rates: Conditions; readonly params?: BotParams },
): CloseReason | null {
  const mark = markIn(account, atom.key.symbol);
  const { cycle } = atom.state;
  if (mark === undefined || cycle === null || cycle.exitReason !== null) return null;
  const next = params === undefined ? cycle : { ...cycle, params };
  const planned = { context: atom.context, state: { ...atom.state, ...rates, cycle: next } };
  const rules = atom.bot.family.atom;
  const isTrailing = (read: BotParams): boolean => atom.context.ladderOf(read).trailing !== null;
  const isBeyond = (price: Ticks | null, way: 1 | -1): boolean =>
    price !== null && signOf(atom.key.direction) * way * (mark - price) >= 0;
  const [stop, target] = [rules.wantedStopLoss(planned), rules.wantedTakeProfit(planned)];
  if (stop !== rules.wantedStopLoss(atom) && isBeyond(stop, -1)) return 'stop_loss';
  if (isTrailing(next.params) || (target === rules.wantedTakeProfit(atom) && !isTrailing(cycle.params))) return null;
  return isBeyond(target, 1) ? 'take_profit' : null;
}

/**
 * Applies new parameters to new cycles and, with `when: now`, to open ones, unless an exit would trigger at once, which
 * the user has not confirmed. Conditions that followed the old parameters follow the new ones. An open cycle that keeps
 * its parameters also keeps its conditions, and `openEntries` updates its atom before the next cycle.
 */
function applyParams(account: RunningAccount, bot: RunningBot, command: With<'apply-params'>): Done {
  if (bot.bot.state === 'DELETED') return refuse('BOT_DELETED');
  if (bot.bot.state === 'STOPPING') return refuse('TRANSITION_IN_PROGRESS');
  const { params, paramsVersion, at } = command;
  if (!tradesSame(bot, params)) return refuse('DIRECTION_NOT_IN_PARAMS');
  const conditions = followingConditions(bot, params);
  const wanted = conditionsByDirection({ ...bot.bot, params, ...conditions });
  const isNow = command.when === 'now';
  if (isNow && bot.atoms.some((atom) => isExitedBy(account, atom, { rates: wanted[atom.key.direction], params }))) {
    return refuse('CONDITION_TRIGGERS_NOW');
  }
  patchBot(bot, { params, paramsVersion, ...conditions });
  refreshContexts(bot);
  for (const atom of bot.atoms) {
    const rates = wanted[atom.key.direction];
    if (isNow) applyToAtom(account, atom, { type: 'LadderReplaced', at, ...rates });
    else if (isFlat(atom)) bringConditions(account, atom, { rates, at });
  }
  return DONE;
}

function isExitedBy(
  account: RunningAccount,
  atom: RunningAtom,
  { rates, params }: { rates: Conditions; params: BotParams },
): boolean {
  const { cycle } = atom.state;
  return (
    cycle !== null &&
    crossedBy(account, atom, { rates, params: atom.bot.family.atom.openParams(cycle, params, atom.context) }) !== null
  );
}

/** Whether the new parameters trade the same directions that the bot has atoms for. */
function tradesSame({ family, bot }: RunningBot, params: BotParams): boolean {
  return family.directionsOf(params).join() === family.directionsOf(bot.params).join();
}

function followingConditions({ family, bot }: RunningBot, params: BotParams) {
  const [old, next] = [family.exitsOf(bot.params), family.exitsOf(params)];
  const follow = (present: string | null, before: string | null, after: string | null) =>
    present === before ? after : present;
  return {
    stopLossPercent: follow(bot.stopLossPercent, old.stopLossPercent, next.stopLossPercent),
    takeProfitPercent: follow(bot.takeProfitPercent, old.takeProfitPercent, next.takeProfitPercent),
  };
}
