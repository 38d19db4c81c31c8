import { assert } from '#base/assert.ts';
import { add, type Cash, subtract, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { cycleResult } from '#engine/bots/ladder/closing.ts';
import { walletChange } from '#engine/ledger/postings.ts';
import type { Direction } from '#engine/model/order.ts';
import { FLAT, type Position } from '#engine/model/position.ts';
import type {
  AccountRecord,
  CycleRecord,
  LedgerRecord,
  NetCycleRecord,
  NoteRecord,
  OrderRecord,
  TradeRecord,
} from '#engine/model/record.ts';

/** Funding of one settlement on one cycle. */
export interface FundingRow {
  readonly symbol: string;
  readonly direction: Direction;
  readonly cycleSeq: number;
  /** Names the booking; unique. */
  readonly sourceId: string;
  readonly at: Instant;
  /** Received is positive, paid negative. */
  readonly amount: Cash;
}

/** The rows that the records of a run add up to: the last version of each, in the order in which they began. */
export interface Gathered {
  readonly cycles: readonly CycleRecord[];
  readonly netCycles: readonly NetCycleRecord[];
  readonly orders: readonly OrderRecord[];
  readonly trades: readonly TradeRecord[];
  readonly funding: readonly FundingRow[];
  readonly notes: readonly NoteRecord[];
  /** Net results of the cycles that ended, in the order they ended; an entry that never filled is none. */
  readonly results: readonly Cash[];
}

/** The wallet and what each atom holds, after the records gathered so far. */
export interface GatheredState {
  readonly wallet: Cash;
  readonly atoms: readonly GatheredAtom[];
}

export interface GatheredAtom {
  readonly symbol: string;
  readonly direction: Direction;
  readonly position: Position;
}

/** Gathers records as they come, in one pass: nothing is sorted and nothing is looked for. */
export interface Gathering {
  readonly gathered: Gathered;
  readonly state: GatheredState;
  /** @param records - of one bot, in the order in which they happened */
  gather(records: readonly AccountRecord[]): void;
}

interface Options {
  /** Balance before the first record, when the bot holds nothing. */
  readonly wallet: Cash;
  readonly atoms: readonly Pick<GatheredAtom, 'symbol' | 'direction'>[];
  /** Called before a ledger entry changes wallet or positions, with its instant and the state until then. */
  readonly onBooking: (at: Instant, state: GatheredState) => void;
}

export function openGathering({ wallet, atoms: keys, onBooking }: Options): Gathering {
  const rows = noRows();
  let booking: LedgerRecord | null = null;
  const state = { wallet, atoms: keys.map(newAtom) };
  const atomOf = atomFinder(state.atoms);
  const episodes = new Map<string, Episode>();

  function gatherOne(record: AccountRecord): void {
    switch (record.type) {
      case 'trade':
        rows.trades.push(record);
        return;
      case 'order':
        return gatherOrder(rows.orders, atomOf(record), record);
      case 'cycle':
        return gatherCycle(rows, atomOf(record), { record, booking });
      case 'net-cycle':
        return gatherEpisode(rows.netCycles, episodes, record);
      case 'ledger':
        onBooking(record.at, state);
        state.wallet = add(state.wallet, walletChange(record));
        booking = record;
        return;
      case 'note':
        rows.notes.push(record);
        return;
      case 'bot':
        return; // The bot's final state is read from the account.
    }
  }
  return {
    gathered: rows,
    state,
    gather(records) {
      for (const record of records) gatherOne(record);
    },
  };
}

/** An atom while its records come: the rows of the cycle under way, so that its next record replaces them. */
interface Atom extends GatheredAtom {
  position: Position;
  cycleSeq: number;
  cycleIndex: number | null;
  /** Of the cycle so far. */
  funding: Cash;
  /** Index of each order's row, by the order's number in its cycle. */
  readonly orderIndexes: number[];
}

interface Episode {
  readonly seq: number;
  readonly index: number;
}

/** Records of one atom follow each other, so the atom that was found last is looked at first. */
function atomFinder(atoms: readonly Atom[]): (key: Pick<GatheredAtom, 'symbol' | 'direction'>) => Atom {
  const atomsOf = new Map<string, Atom[]>();
  for (const atom of atoms) atomsOf.set(atom.symbol, [...(atomsOf.get(atom.symbol) ?? []), atom]);
  let last: Atom | undefined;
  return (key) => {
    if (last?.symbol !== key.symbol || last.direction !== key.direction) {
      last = atomsOf.get(key.symbol)?.find((atom) => atom.direction === key.direction);
    }
    assert(last !== undefined, 'the record is of an atom of the bot');
    return last;
  };
}

type Rows = { readonly [Name in keyof Gathered]: Gathered[Name][number][] };

function noRows(): Rows {
  return { cycles: [], netCycles: [], orders: [], trades: [], funding: [], notes: [], results: [] };
}

function newAtom({ symbol, direction }: Pick<GatheredAtom, 'symbol' | 'direction'>): Atom {
  return { symbol, direction, position: FLAT, cycleSeq: 0, cycleIndex: null, funding: ZERO_CASH, orderIndexes: [] };
}

/** An atom has one cycle at a time, so a new number means that the last one has ended. */
function enterCycle(atom: Atom, seq: number): void {
  if (atom.cycleSeq === seq) return;
  atom.cycleSeq = seq;
  atom.cycleIndex = null;
  atom.funding = ZERO_CASH;
  atom.orderIndexes.length = 0;
}

function gatherOrder(orders: OrderRecord[], atom: Atom, record: OrderRecord): void {
  enterCycle(atom, record.cycleSeq);
  const { number } = record.order;
  const index = atom.orderIndexes[number] ?? orders.length;
  atom.orderIndexes[number] = index;
  orders[index] = record;
}

/** What moves the sums of a cycle is booked first, so a change of its funding is that of the last booking. */
function gatherCycle(
  { cycles, funding, results }: Rows,
  atom: Atom,
  { record, booking }: { record: CycleRecord; booking: LedgerRecord | null },
): void {
  const { symbol, direction, cycle } = record;
  enterCycle(atom, cycle.seq);
  atom.cycleIndex ??= cycles.length;
  cycles[atom.cycleIndex] = record;
  atom.position = cycle.position;
  if (cycle.funding !== atom.funding) {
    assert(booking !== null, 'funding is booked before its cycle tells of it');
    const { sourceId, at } = booking;
    const amount = subtract(cycle.funding, atom.funding);
    funding.push({ symbol, direction, cycleSeq: cycle.seq, sourceId, at, amount });
    atom.funding = cycle.funding;
  }
  if (cycle.endAt !== null && cycle.state !== 'CANCELED') results.push(cycleResult(cycle));
}

function gatherEpisode(netCycles: NetCycleRecord[], episodes: Map<string, Episode>, record: NetCycleRecord): void {
  const { seq } = record.netCycle;
  const open = episodes.get(record.symbol);
  if (open?.seq === seq) {
    netCycles[open.index] = record;
    return;
  }
  episodes.set(record.symbol, { seq, index: netCycles.length });
  netCycles.push(record);
}
