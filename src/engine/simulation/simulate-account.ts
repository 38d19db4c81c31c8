import { assert } from '#base/assert.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { accountCalls } from '../account/account-calls.ts';
import { closeMinute } from '../account/close-minute.ts';
import { openAccount } from '../account/open-account.ts';
import { type AccountSetting, allAtoms, type RunningAccount } from '../account/running-account.ts';
import type { RunningAtom } from '../account/running-bot.ts';
import { takeRecords } from '../account/take-records.ts';
import { markAll, passMarks, readMarks } from '../account/valuation/marks.ts';
import { forgetTriggers } from '../account/valuation/sums.ts';
import { slipped } from '../matching/candle-fill.ts';
import type { AccountInSimulation, AccountSnapshot, Filled, Market, MarketMinute } from '../model/account.ts';
import { CLOSE_OFFSET_MS } from '../model/candle.ts';
import type { AccountRecord, OrderRecord } from '../model/record.ts';
import { instantAt, lastClose } from '../scan/market-minutes.ts';
import { type AccountSimulation, lastMinute } from './account-simulation.ts';
import { nextBusy } from './next-busy.ts';
import { type RestingOrders, restingOf, restingPerformer } from './resting-orders.ts';
import { fillAt, runAtom } from './run-atom.ts';
import type { Span } from './span.ts';

/**
 * Opens a stored account with a simulated venue. `last` is the last closed minute; it only values open positions until
 * the next one.
 */
export function simulateAccount(snapshot: AccountSnapshot, market: Market, last?: MarketMinute): AccountInSimulation {
  const past: AccountSetting['past'] = {
    range: (symbol, from, to) => lastMinute(simulation)?.range(symbol, from, to) ?? null,
    bar: (symbol, from, to) => lastMinute(simulation)?.bar(symbol, from, to) ?? null,
  };
  const resting: RestingOrders = new Map();
  const account = openAccount(snapshot, { ...market, past, performer: restingPerformer(resting) });
  for (const atom of allAtoms(account)) {
    if (atom.state.cycle !== null) resting.set(atom, [...atom.state.cycle.orders]);
  }
  const simulation: AccountSimulation = { account, market, resting, current: last ?? null, passed: null };
  if (last !== undefined) markAll(account, last);
  const own = accountCalls(account);
  return {
    ...own,
    command(command, at) {
      const leaving = command.type === 'leave' ? atomsOf(account, command.botId) : [];
      const outcome = own.command(command, at);
      if (outcome.ok) forgetOrders(resting, leaving);
      return outcome;
    },
    forget(botId) {
      forgetOrders(resting, atomsOf(account, botId));
      own.forget(botId);
    },
    advance: (minute) => advance(simulation, minute),
    skip: (history, { from, to }) => skip(simulation, { history, from, to }),
    fillDeal: (deal, at) => fillDeal(simulation, deal, at),
  };
}

const atomsOf = ({ bots }: RunningAccount, botId: string): readonly RunningAtom[] => bots.get(botId)?.atoms ?? [];

function forgetOrders(resting: RestingOrders, atoms: readonly RunningAtom[]): void {
  for (const atom of atoms) resting.delete(atom);
}

function fillDeal(
  simulation: AccountSimulation,
  { botId, symbol, direction, order }: OrderRecord,
  at: Instant,
): Filled {
  const { account, market, resting } = simulation;
  const isPlace = ({ key }: RunningAtom) => key.symbol === symbol && key.direction === direction;
  const atom = account.bots.get(botId)?.atoms.find(isPlace);
  const placed =
    atom === undefined ? undefined : restingOf(resting, atom).find(({ number }) => number === order.number);
  assert(atom !== undefined && placed !== undefined, 'the deal rests');
  const isMaker = placed.type === 'LIMIT';
  const last = placed.price ?? placed.decisionPrice;
  assert(last !== null, 'a deal has a price to be valued at');
  const price = isMaker ? last : slipped(last, placed.side, market.slippage);
  return fillAt(simulation, atom, { order: placed, price, quantity: placed.quantity, isMaker, at });
}

/** Runs a minute: first the venue's part, atom by atom, then the close. */
function advance(simulation: AccountSimulation, minute: MarketMinute): readonly AccountRecord[] {
  const { account } = simulation;
  passMarks(account, minute);
  simulation.current = minute;
  simulation.passed = null;
  account.underWay = minute;
  forgetTriggers(account.sums); // From here on, positions are valued at the opens.
  for (const bot of account.botList) for (const atom of bot.atoms) runAtom(simulation, atom, minute);
  closeMinute(account, minute);
  return takeRecords(account, instantOf(minute.time + CLOSE_OFFSET_MS));
}

/** Skips quiet minutes up to the next one in which something may happen. */
function skip(simulation: AccountSimulation, span: Span): number {
  const busy = nextBusy(simulation.account, span);
  if (busy > span.from) pass(simulation, { history: span.history, from: span.from, to: busy });
  return busy;
}

/** Updates what `advance` updates when nothing happens: the last minute and the last marks. */
function pass(simulation: AccountSimulation, passed: Span): void {
  const { account } = simulation;
  const { history, to } = passed;
  readMarks(account); // The marks of the previously skipped span: this span may have no candle.
  simulation.current = null;
  simulation.passed = passed;
  account.minute = instantAt(history, to - 1);
  account.unread = (symbol) => {
    const stored = history.symbols.get(symbol);
    return stored === undefined ? null : lastClose(stored, passed);
  };
  forgetTriggers(account.sums);
}
