import { assert, at } from '#base/assert.ts';
import { add, cash, larger, negate, rate, share, steps, subtract, ticks, times } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { transition } from '#engine/bots/ladder/atom.ts';
import { ownLiquidation } from '#engine/bots/ladder/triggers.ts';
import {
  type CandleHit,
  type CandlePath,
  hasRestingStop,
  hitAtOpen,
  hitOnLosingLeg,
  hitOnWinningLeg,
} from '#engine/matching/candle-fill.ts';
import type { AtomEvent } from '#engine/model/atom.ts';
import { notional } from '#engine/model/instrument.ts';
import { signOf } from '#engine/model/order.ts';
import { COST_MAX } from '#engine/risk/ladder/filled-ladder.ts';
import { openPriceGate } from '#engine/scan/price-gate.ts';
import type { BookQuote } from '#ports/quotes.ts';
import type { LiveAtom } from './population.ts';

export interface LiveBots {
  /** Passes a quote through the gate and lets every atom that it reaches decide. @returns how many did */
  take(quote: BookQuote): number;
  /** How often a decision changed an atom. */
  changes(): number;
}

const SLIPPAGE = rate(50_000);
/** More than any order asks for: how much can be had is not measured here. */
const VOLUME = steps(1_000_000_000_000);

/** The atoms behind a price gate, each with what the engine decides for it. */
export function openLiveBots(atoms: readonly LiveAtom[], symbolCount: number): LiveBots {
  const gate = openPriceGate(symbolCount);
  const byHandle: LiveAtom[] = [];
  for (const atom of atoms) byHandle[gate.register(atom.symbol, atom.triggers)] = atom;
  let changes = 0;
  return {
    take(quote) {
      const count = gate.tick(quote.symbol, quote.bid, quote.ask);
      for (let index = 0; index < count; index += 1) {
        const handle = at(gate.reached, index);
        const atom = at(byHandle, handle);
        const { state } = atom;
        decide(atom, quote);
        gate.arm(handle, atom.triggers);
        if (atom.state !== state) changes += 1;
      }
      // These ladders know no time limit; the question is asked because every live loop asks it.
      assert(gate.elapse(quote.at) === 0, 'no atom waits for a time');
      return count;
    },
    changes: () => changes,
  };
}

/** What the quote does to the atom: fills in the order of the fill model, and the next cycle once one has ended. */
function decide(atom: LiveAtom, quote: BookQuote): void {
  const leg = legOf(atom, quote);
  for (let hit = nextHit(atom, leg); hit !== null; hit = nextHit(atom, leg)) tell(atom, eventOf(atom, hit, quote.at));
  if (atom.state.cycle === null)
    tell(atom, { type: 'EntryGranted', at: quote.at, price: ticks(quote.bid), marginLeft: cash(COST_MAX) });
}

function tell(atom: LiveAtom, event: AtomEvent): void {
  const { state, triggers } = transition(atom.state, event, atom.context);
  atom.state = state;
  atom.triggers = triggers;
}

/** A quote as a candle without length: it spans the spread. */
function legOf({ state: { direction, cycle } }: LiveAtom, { bid, ask, at: time }: BookQuote): CandlePath {
  const [open, close] = direction === 'buy' ? [ask, bid] : [bid, ask];
  const candle = { time, open, high: ask, low: bid, close, volume: VOLUME };
  return {
    direction,
    candle,
    mark: candle,
    stopLossBy: 'last',
    slippage: SLIPPAGE,
    volumeLeft: VOLUME,
    isStopResting: hasRestingStop(cycle?.orders ?? [], time),
  };
}

function nextHit({ state, context }: LiveAtom, leg: CandlePath): CandleHit | null {
  const { cycle } = state;
  if (cycle === null) return null;
  const position = { isOpen: cycle.position.quantity > 0, liquidation: ownLiquidation(state, context) };
  return (
    hitAtOpen(cycle.orders, leg, position) ??
    hitOnLosingLeg(cycle.orders, leg, position) ??
    hitOnWinningLeg(cycle.orders, leg)
  );
}

function eventOf({ state, context }: LiveAtom, hit: CandleHit, time: Instant): AtomEvent {
  const { cycle, direction } = state;
  assert(cycle !== null, 'what is hit belongs to a cycle');
  const quantity = hit.type === 'order' ? (hit.quantity ?? cycle.position.quantity) : cycle.position.quantity;
  const { price } = hit;
  const value = notional(context.instrument, price, quantity);
  if (hit.type === 'liquidation') {
    const { isolatedWallet, position } = cycle;
    const result = times(subtract(value, position.cost), signOf(direction));
    const gross = larger(result, negate(isolatedWallet));
    return { type: 'Liquidated', at: time, price, gross, fee: add(isolatedWallet, gross) };
  }
  const { order, isMaker } = hit;
  const commission = share(value, isMaker ? context.instrument.makerFee : context.instrument.takerFee, 'half-up');
  return { type: 'OrderFilled', at: time, order: order.number, price, quantity, commission, isMaker };
}
