import { EventEmitter } from 'node:events';
import { assert, at } from '#base/assert.ts';
import { ticks } from '#base/exact.ts';
import type { Triggers } from '#engine/model/atom.ts';
import { openPriceGate } from '#engine/scan/price-gate.ts';
import { openTickSpans } from '#engine/scan/tick-spans.ts';
import { median } from '../median.ts';
import type { LiveMarket } from './live-market.ts';
import type { LiveAtom } from './population.ts';
import { usedMs } from './processor-time.ts';
import { rounded } from './round-figures.ts';
import { openWalk } from './walk.ts';

const TICKS = 200_000;
const TURN_TICKS = 50;
const ROUNDS = 5;

/** Ticks of one stream, one column per figure. */
interface Stream {
  readonly symbols: Int32Array;
  readonly bids: Float64Array;
}

/** Processes one tick and returns how many atoms it reached. */
type Contestant = (symbol: number, low: number, high: number) => number;

/**
 * The cost of one tick without socket and messages: through the gate, through the gate once per turn of the loop, and
 * with an event emitter with one listener per bot, the usual way, which reaches the same atoms.
 */
export function measureGates(market: LiveMarket, atoms: readonly LiveAtom[], deviation: number) {
  const stream = streamOf(market, deviation);
  const [byGate, byEmitter, bySpans]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const gate = timed(stream, gateOf(market, atoms));
    const emitter = timed(stream, emitterOf(market, atoms));
    assert(gate.reached === emitter.reached, 'gate and emitter reach the same atoms');
    byGate.push(gate.ns);
    byEmitter.push(emitter.ns);
    bySpans.push(timed(stream, inTurns(market, gateOf(market, atoms))).ns);
  }
  const [gateNs, emitterNs, turnsNs] = [median(byGate), median(byEmitter), median(bySpans)];
  return {
    gateNs: rounded(gateNs),
    emitterNs: rounded(emitterNs),
    turnsNs: rounded(turnsNs),
    emitterToGate: rounded(emitterNs / gateNs),
  };
}

function streamOf({ closes }: LiveMarket, deviation: number): Stream {
  const { walk, move } = openWalk(closes, { deviation, seed: 1 });
  const stream = { symbols: new Int32Array(TICKS), bids: new Float64Array(TICKS) };
  for (let index = 0; index < TICKS; index += 1) {
    move();
    stream.symbols[index] = walk.symbol;
    stream.bids[index] = walk.bid;
  }
  return stream;
}

function timed({ symbols, bids }: Stream, take: Contestant): { readonly ns: number; readonly reached: number } {
  let reached = 0;
  const begin = process.threadCpuUsage(); // Processor time, so other load on the core does not count.
  for (let index = 0; index < TICKS; index += 1) {
    const bid = bids[index] ?? 0;
    reached += take(symbols[index] ?? 0, bid, bid + 1);
  }
  return { ns: (usedMs(begin) * 1e6) / TICKS, reached };
}

function gateOf({ instruments }: LiveMarket, atoms: readonly LiveAtom[]): Contestant {
  const gate = openPriceGate(instruments.length);
  for (const { symbol, triggers } of atoms) gate.register(symbol, triggers);
  return (symbol, low, high) => {
    const count = gate.tick(symbol, low, high);
    for (let index = 0; index < count; index += 1) gate.arm(at(gate.reached, index), around(low, high));
    return count;
  };
}

/** Collects the ticks of a turn and passes on their spans at its end. */
function inTurns({ instruments }: LiveMarket, take: Contestant): Contestant {
  const spans = openTickSpans(instruments.length);
  let [ticked, reached] = [0, 0];
  const visit = (symbol: number, low: number, high: number): void => {
    reached += take(symbol, low, high);
  };
  return (symbol, low, high) => {
    reached = 0;
    ticked += 1;
    spans.widen(symbol, low, high);
    if (ticked % TURN_TICKS === 0) spans.drain(visit);
    return reached;
  };
}

function emitterOf({ instruments }: LiveMarket, atoms: readonly LiveAtom[]): Contestant {
  const emitter = new EventEmitter().setMaxListeners(0);
  let reached = 0;
  for (const atom of atoms) {
    let { below, above } = atom.triggers;
    emitter.on(at(instruments, atom.symbol).symbol, (low: number, high: number) => {
      if ((below === null || low > below) && (above === null || high < above)) return;
      ({ below, above } = around(low, high));
      reached += 1;
    });
  }
  return (symbol, low, high) => {
    reached = 0;
    emitter.emit(at(instruments, symbol).symbol, low, high);
    return reached;
  };
}

/** Where an atom waits next: about one percent away. */
function around(low: number, high: number): Triggers {
  return { below: ticks(Math.floor(low * 0.99) - 1), above: ticks(Math.ceil(high * 1.01) + 1), at: null };
}
