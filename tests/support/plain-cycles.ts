import { at } from '#base/assert.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { BAR, isFrozen, minuteOf } from './custom-week.ts';
import { WEEK_MINUTES } from './random-week.ts';

/** A cycle of a bot that buys for 500 USDT, as `plainCycles` tells it. */
export interface PlainCycle {
  readonly decided: number;
  readonly quantity: number;
  readonly gross: bigint;
  readonly commission: bigint;
  readonly funding: bigint;
  readonly endAt: number | null;
}

const FEE = 50_000n; // Taker, in 1e-8.
const PER_TICK_STEP = 1_000n; // 0.01 USDT times 0.001 ETH, in 1e-8 USDT.
const halfUp = (amount: bigint, share: bigint): bigint => {
  const product = amount * share;
  const sign = product < 0n ? -1n : 1n;
  return (sign * (sign * product + 50_000_000n)) / 100_000_000n;
};

/** What is known at the close of a bar. */
export interface PlainMoment {
  readonly bar: number;
  /** The minute in which the position was entered, and its average price in ticks; null while there is none. */
  readonly open: { readonly entered: number; readonly average: number } | null;
  /** The minute in which the last position was left; null before the first. */
  readonly left: number | null;
}

export type Decide = (moment: PlainMoment) => 'entry' | 'exit' | null;

/**
 * The cycles of a bot that buys for 500 USDT and sells everything, as anybody would write it down minute by minute, in whole
 * numbers.
 */
export function plainCycles(stored: SymbolHistory, decide: Decide): readonly PlainCycle[] {
  const cycles: PlainCycle[] = [];
  let open: Entered | null = null;
  let left: number | null = null;
  let wanted: 'entry' | 'exit' | null = null;
  let decided = 0;
  for (let minute = 0; minute < WEEK_MINUTES; minute += 1) {
    if (isFrozen(stored, minute)) continue;
    const price = at(stored.columns.open, minute);
    if (open !== null) open.funding += fundingAt(stored, minute, open.quantity);
    if (wanted === 'entry') {
      const paid = Math.ceil((price * 10_005) / 10_000); // Slippage of five basis points, against us.
      const quantity = Math.floor(50_000_000_000 / (at(stored.columns.close, decided) * 1_000));
      const cost = BigInt(paid) * BigInt(quantity) * PER_TICK_STEP;
      const settled = fundingAt(stored, minute, quantity); // Entered in the minute of a settlement: it only pays.
      const [fee, funding] = [halfUp(cost, FEE), settled < 0n ? settled : 0n];
      open = { decided, quantity, cost, fee, funding, entered: minute, average: paid };
    }
    if (wanted === 'exit' && open !== null) {
      const got = BigInt(Math.floor((price * 9_995) / 10_000)) * BigInt(open.quantity) * PER_TICK_STEP;
      const commission = open.fee + halfUp(got, FEE);
      const { funding, quantity, decided: begun } = open;
      cycles.push({ decided: begun, quantity, gross: got - open.cost, commission, funding, endAt: minute });
      open = null;
      left = minute;
    }
    wanted = null;
    const bar = (minute + 1) / BAR - 1;
    if (!Number.isInteger(bar) || bar < 1) continue;
    wanted = decide({ bar, open, left });
    if (wanted === 'entry') decided = minute;
  }
  if (open === null) return cycles;
  const { decided: begun, quantity, fee: commission, funding } = open;
  return [...cycles, { decided: begun, quantity, gross: 0n, commission, funding, endAt: null }];
}

interface Entered {
  readonly decided: number;
  readonly quantity: number;
  readonly cost: bigint;
  readonly fee: bigint;
  funding: bigint;
  readonly entered: number;
  readonly average: number;
}

function fundingAt({ funding, columns }: SymbolHistory, minute: number, quantity: number): bigint {
  const place = funding.minute.indexOf(minute);
  if (place < 0) return 0n;
  const value = BigInt(at(columns.open, minute)) * BigInt(quantity) * PER_TICK_STEP;
  return -halfUp(value, BigInt(at(funding.rate, place)));
}

/** A cycle of a bot in the same terms. */
export function plain(cycle: Cycle): PlainCycle {
  return {
    decided: minuteOf(cycle.openedAt),
    quantity: cycle.entryQuantity,
    gross: BigInt(cycle.gross),
    commission: BigInt(cycle.commission),
    funding: BigInt(cycle.funding),
    endAt: cycle.endAt === null ? null : minuteOf(cycle.endAt),
  };
}
