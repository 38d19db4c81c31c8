import { accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { add, type Cash, cash, larger, subtract, type Ticks, times, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { type DealRisk, dealRefusal } from '../../bots/life-cycle.ts';
import type { BotCommand, WantedDeal } from '../../model/bot.ts';
import type { BotParams } from '../../model/bot-params.ts';
import { notional, priceText } from '../../model/instrument.ts';
import { type Deal, signOf } from '../../model/order.ts';
import { applyAdoption } from '../atoms/apply-fill.ts';
import { applyToAtom } from '../atoms/apply-to-atom.ts';
import { hasCycleLeft, hasCycleToSpare, walletLeft } from '../entries.ts';
import type { RunningAccount } from '../running-account.ts';
import type { RunningAtom, RunningBot } from '../running-bot.ts';
import { cycleParamsNow } from '../signals/signals.ts';
import { markIn } from '../valuation/marks.ts';
import { bringConditions } from './conditions.ts';
import { heldBy, readDeal } from './wanted-deal.ts';

type Done = Outcome<null>;
type With<T extends BotCommand['type']> = Extract<BotCommand, { type: T }> & { readonly at: Instant };

/** A deal whose prices and sizes are read, and what it may open a cycle with. */
interface Judged {
  readonly atom: RunningAtom;
  readonly deal: Deal;
  readonly params: BotParams;
  readonly mark: Ticks;
  readonly at: Instant;
}

/** Orders a deal by hand, or adopts a position, if the life cycle, the position, the filters and the margin allow it. */
export function orderDeal(account: RunningAccount, bot: RunningBot, command: With<'order-deal'>): Done {
  const found = atomOf(bot, command);
  if (!found.ok) return found;
  const atom = found.value;
  const code = dealRefusal(bot.bot.state, riskOf(atom, command)) ?? positionRefusal(atom, command);
  if (code !== null) return refuse(code);
  const lastPrice = command.prices[command.symbol];
  if (lastPrice === undefined) return refuse('MARKET_NOT_AVAILABLE');
  const params = atom.state.cycle === null ? cycleParamsNow(account, atom, lastPrice) : atom.context.params;
  if (params === null) return notAllowed([PAST_TOO_SHORT]);
  const deal = readDeal(command, { atom, lastPrice, params });
  if (!deal.ok) return notAllowed(deal.reasons);
  const mark = markIn(account, command.symbol) ?? lastPrice;
  const judged: Judged = { atom, deal: deal.value, params, mark, at: command.at };
  const reasons = refusalsOf(account, judged);
  if (reasons.length > 0) return notAllowed(reasons);
  carryOut(account, judged);
  return accepted(null);
}

/** Takes back a deal that still rests and of which nothing has filled. */
export function undoDeal(account: RunningAccount, bot: RunningBot, command: With<'undo-deal'>): Done {
  if (bot.bot.state === 'DELETED') return refuse('BOT_DELETED');
  const found = atomOf(bot, command);
  if (!found.ok) return found;
  const { cycle } = found.value.state;
  const order =
    cycle?.seq === command.cycleSeq ? cycle.orders.find(({ number }) => number === command.order) : undefined;
  if (order?.role !== 'manual' || order.filled > 0) return refuse('MANUAL_DEAL_DONE');
  applyToAtom(account, found.value, { type: 'DealUndone', at: command.at, order: order.number });
  return accepted(null);
}

const PAST_TOO_SHORT: Reason = {
  code: 'PAST_TOO_SHORT',
  detail: 'The strategy derives the size or the stop of a position from bars that are not known yet.',
};

function refuse(code: string): Done {
  return refused({ code, detail: code });
}

function notAllowed(reasons: readonly Reason[]): Done {
  const own = reasons.map((reason) => ({ ...reason, code: OWN_CODES[reason.code] ?? reason.code }));
  return refused({ code: 'MANUAL_DEAL_REFUSED', detail: 'The deal cannot be placed.' }, ...own);
}

/** What an order is refused for concerns a deal alone, and not a ladder. */
const OWN_CODES: Readonly<Record<string, string>> = {
  LEVEL_BELOW_MIN_QTY: 'DEAL_BELOW_MIN_QTY',
  LEVEL_BELOW_MIN_NOTIONAL: 'DEAL_BELOW_MIN_NOTIONAL',
  LEVEL_ABOVE_MAX_QTY: 'DEAL_ABOVE_MAX_QTY',
  TOO_MANY_ORDERS: 'DEAL_TOO_MANY_ORDERS',
  INSUFFICIENT_MARGIN: 'DEAL_INSUFFICIENT_MARGIN',
  PORTFOLIO_LIMIT_EXCEEDED: 'DEAL_LIMIT_EXCEEDED',
};

function atomOf(
  { atoms }: RunningBot,
  { symbol, direction }: Pick<WantedDeal, 'symbol' | 'direction'>,
): Outcome<RunningAtom> {
  const onSymbol = atoms.filter(({ key }) => key.symbol === symbol);
  const code = onSymbol.length === 0 ? 'SYMBOL_UNKNOWN' : 'DIRECTION_NOT_IN_PARAMS';
  const atom = onSymbol.find(({ key }) => key.direction === direction);
  return atom === undefined ? refused({ code, detail: code }) : accepted(atom);
}

function riskOf({ state }: RunningAtom, { kind }: WantedDeal): DealRisk {
  if (kind === 'reduce' || kind === 'close') return 'reduces';
  return kind === 'open' || state.cycle === null ? 'opens' : 'adds';
}

/** Why the deal does not fit what the atom holds; null when it does. */
function positionRefusal(atom: RunningAtom, { kind }: WantedDeal): string | null {
  const { cycle } = atom.state;
  if (kind === 'open') return cycle === null ? null : 'CYCLE_PRESENT';
  if (kind === 'adopt' && cycle === null) return null;
  if (cycle === null || heldBy(atom) === 0) return kind === 'adopt' ? 'CYCLE_PRESENT' : 'POSITION_MISSING';
  const isClosing =
    cycle.exitReason !== null || cycle.orders.some(({ role, quantity }) => role === 'manual' && quantity === null);
  return isClosing ? 'POSITION_CLOSING' : null;
}

function refusalsOf(account: RunningAccount, judged: Judged): readonly Reason[] {
  const { atom, deal, params, at } = judged;
  if (deal.kind === 'reduce' || deal.kind === 'close') return [];
  if (atom.state.cycle === null && !hasCycleToSpare(atom)) return [MAX_OPEN_CYCLES];
  if (atom.state.cycle === null && !hasCycleLeft(atom)) return [CYCLES_DONE];
  const { dealRefusals } = atom.bot.family.atom;
  const gain = deal.kind === 'adopt' ? larger(openResultOf(judged), ZERO_CASH) : ZERO_CASH;
  const committed = add(account.sums.committed, gain);
  const refusedWith = (most: Cash) => dealRefusals(atom, deal, { marginLeft: subtract(most, committed), params, at });
  const own = refusedWith(walletLeft(account));
  if (own.length > 0) return own;
  const beyond = account.limit === null ? [] : refusedWith(account.limit);
  if (beyond.length > 0) return beyond.map((reason) => ({ ...reason, code: 'PORTFOLIO_LIMIT_EXCEEDED' }));
  return deal.kind === 'adopt' ? crossedExits(judged) : [];
}

const MAX_OPEN_CYCLES: Reason = { code: 'MAX_OPEN_CYCLES', detail: 'The bot has as many cycles open as it may have.' };
const CYCLES_DONE: Reason = { code: 'CYCLES_DONE', detail: 'The bot has had as many cycles as a run may have.' };

/** A position is not adopted where the market has already passed its stop or its liquidation: it would be closed at once. */
function crossedExits(judged: Judged): readonly Reason[] {
  const { atom, mark } = judged;
  const rules = atom.bot.family.atom;
  const rates = atom.state.cycle === null ? atom.bot.conditions[atom.key.direction] : {};
  const step = rules.transition({ ...atom.state, ...rates }, adoptionOf(judged), atom.context);
  const stop = rules.wantedStopLoss({ state: step.state, context: atom.context });
  const isPassed = (price: Ticks | null): price is Ticks =>
    price !== null && signOf(atom.key.direction) * (mark - price) <= 0;
  return [stop, step.liquidation].filter(isPassed).map((passed) => {
    const price = priceText(atom.instrument, passed);
    return {
      code: 'EXIT_CROSSED',
      detail: `The position would be closed at once: it ends at ${price}.`,
      figures: { price },
    };
  });
}

/** What a position that is adopted has earned at the mark. */
function openResultOf({ atom, deal, mark }: Judged): Cash {
  const { price, quantity } = adopted(deal);
  const gained = subtract(notional(atom.instrument, mark, quantity), notional(atom.instrument, price, quantity));
  return times(gained, signOf(atom.key.direction));
}

function adopted({ price, quantity, decisionPrice }: Deal) {
  return { price: price ?? decisionPrice, quantity: quantity ?? ZERO_STEPS };
}

/** The margin was judged; what is left of it no longer matters. */
function adoptionOf({ deal, params, mark, at }: Judged) {
  return { type: 'DealAdopted', at, mark, marginLeft: MARGIN_JUDGED, params, ...adopted(deal) } as const;
}

function carryOut(account: RunningAccount, judged: Judged): void {
  const { atom, deal, params, at } = judged;
  if (atom.state.cycle === null) bringConditions(account, atom, { rates: atom.bot.conditions[atom.key.direction], at });
  if (deal.kind === 'adopt') applyAdoption(account, atom, adoptionOf(judged));
  else applyToAtom(account, atom, { type: 'DealOrdered', at, deal, marginLeft: MARGIN_JUDGED, params });
}

const MARGIN_JUDGED = cash(Number.MAX_SAFE_INTEGER);
