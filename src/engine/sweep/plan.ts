import { assert } from '#base/assert.ts';
import { type Cash, RATE_ONE, type Rate } from '#base/exact.ts';
import { MINUTE_MS } from '#base/time.ts';
import { directionsOf } from '../bots/ladder/directions.ts';
import { entrySignal } from '../bots/ladder/ladder-rules.ts';
import type { EntrySignal, Signal } from '../bots/signal.ts';
import type { Instrument } from '../model/instrument.ts';
import type { LadderParams } from '../model/ladder-params.ts';
import type { Direction } from '../model/order.ts';
import { COST_MAX } from '../risk/ladder/filled-ladder.ts';
import { type Ladder, type LadderLevel, ladderOf } from '../risk/ladder/ladder.ts';
import { isFollowed } from './followed.ts';

/** A parameter set on an instrument, with everything that a run needs, computed once. */
export interface SweepPlan {
  readonly instrument: Instrument;
  /** What both directions have in common: leverage, margin, pauses. */
  readonly ladder: Ladder;
  readonly ladders: Readonly<Record<Direction, Ladder>>;
  /** One atom each, in the order in which they run a minute. */
  readonly directions: readonly Direction[];
  readonly wallet: Cash;
  readonly slippage: Rate;
  /** The smallest share of a price that remains after an exit fee or the maintenance margin. */
  readonly keptLeast: number;
  /** When an idle atom opens a cycle; null: at the next close. */
  readonly entry: EntrySignal | null;
  /** When an open position of a direction is closed; null: its orders alone do that. */
  readonly exits: Readonly<Record<Direction, Signal | null>>;
  /** Cap on the margin committed; null is none. */
  readonly limit: Cash | null;
  readonly openMax: number;
  /** How many filled cycles the run has before the bot finishes; null is no limit. */
  readonly cyclesMax: number | null;
  /** The most that a new cycle commits at any price: the exact value is computed only when this is too much. */
  readonly committedMax: number;
  /** Base prices between which every level has a valid price, so that the bounds of `committedNear` hold. */
  readonly reliable: { readonly lowest: number; readonly highest: number };
  /** Minutes from an event at the open or close of a minute to the first minute at whose close it is due. */
  readonly cooldown: Wait | null;
  readonly timeLimit: Wait | null;
  /** Lifetime of a limit base order, which is placed at a close. */
  readonly ttlMinutes: number;
}

/** A span as the number of minutes after the one in which it begins. */
export interface Wait {
  readonly fromOpen: number;
  readonly fromClose: number;
}

/** Everything besides parameters and market that a sweep run needs. */
export interface SweepAccount {
  /** The wallet that the bot begins with, cash. No other bot shares it. */
  readonly wallet: Cash;
  /** Worsens every market fill. */
  readonly slippage: Rate;
  /** Cap on the margin committed by its cycles; omitted or null is none. */
  readonly limit?: Cash | null;
}

/**
 * Reads a parameter set for sweeping. Its levels must be ordered by distance and the whole ladder must fit into exact
 * cash, as `validateLadder` requires; otherwise it is an internal error.
 */
export function sweepPlan(params: LadderParams, instrument: Instrument, account: SweepAccount): SweepPlan {
  assert(isFollowed(params), 'the kernel follows every parameter of a swept set');
  const ladder = ladderOf(params);
  checkLadder(ladder);
  return planOf(instrument, account, {
    ladders: { buy: ladder, sell: ladder },
    directions: directionsOf(params),
    entry: entrySignal(params),
    exits: { buy: null, sell: null },
  });
}

type Strategy = Pick<SweepPlan, 'ladders' | 'directions' | 'entry' | 'exits'>;

/** A plan with the bounds that follow from its orders. Where a signal sizes each cycle there are none. */
export function planOf(instrument: Instrument, account: SweepAccount, strategy: Strategy): SweepPlan {
  const { ladders, directions, entry } = strategy;
  const ladder = ladders[directions[0] ?? 'buy'];
  const { wallet, slippage, limit = null } = account;
  const isSized = entry?.opening !== undefined;
  return {
    ...strategy,
    instrument,
    ladder,
    wallet,
    slippage,
    limit,
    keptLeast: keptLeastOf(instrument),
    openMax: ladder.maxOpenCycles ?? directions.length,
    cyclesMax: ladder.maxCycles,
    committedMax: isSized ? Number.POSITIVE_INFINITY : committedMaxOf(ladder, instrument),
    reliable: isSized ? NOWHERE : reliableOf(ladder, instrument),
    cooldown: ladder.cooldownMs === 0 ? null : waitOf(ladder.cooldownMs),
    timeLimit: ladder.timeLimitMs === null ? null : waitOf(ladder.timeLimitMs),
    ttlMinutes: ladder.baseOrder.kind === 'limit' ? waitOf(ladder.baseOrder.ttlMs).fromClose : 0,
  };
}

const NOWHERE = { lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY } as const;

function keptLeastOf({ takerFee, makerFee, brackets }: Instrument): number {
  const rates = brackets.map(({ maintenanceRate }) => maintenanceRate);
  return 1 - Math.max(takerFee, makerFee, ...rates) / RATE_ONE;
}

function waitOf(ms: number): Wait {
  // The close of a minute represents the instant at which the next one opens.
  const minutes = Math.ceil(ms / MINUTE_MS);
  return { fromOpen: Math.max(0, minutes - 1), fromClose: minutes };
}

function checkLadder({ levels, baseNotional }: Ladder): void {
  let [deviation, total] = [0, baseNotional as number];
  for (const level of levels) {
    assert(level.deviation.near >= deviation, 'the levels of a swept ladder lie one behind the other');
    deviation = level.deviation.near;
    total += level.size.near;
  }
  assert(total <= COST_MAX, 'a swept ladder is worth no more than exact cash holds');
}

/** Every order is rounded down to its step, so the full ladder costs no more than its sizes; fees are rounded one by one. */
function committedMaxOf({ levels, baseNotional, leverage }: Ladder, { makerFee, takerFee }: Instrument): number {
  const size = levels.reduce<number>((total, level) => total + level.size.near, baseNotional) * (1 + 2 ** -40);
  const fee = (Math.max(0, makerFee, takerFee) * size) / RATE_ONE;
  return Math.ceil(size / leverage) + Math.ceil(fee) + levels.length + 2;
}

function reliableOf({ levels }: Ladder, { cashPerTickStep, makerFee, takerFee, step }: Instrument) {
  const depth = levels.at(-1)?.deviation.near ?? 0;
  const isReliable = depth < 1 && makerFee >= 0 && takerFee >= 0;
  const unit = cashPerTickStep * Math.max(1, 10 ** step.decimals / step.units);
  return {
    lowest: isReliable ? 4 / (1 - depth) : Number.POSITIVE_INFINITY,
    highest: COST_MAX / (2 * (1 + depth) * unit),
  };
}

const SLACK = 2 ** -40;

/**
 * A bound of the margin that a cycle from this base price commits: an upper bound for `side` 1, a lower bound for −1.
 * Prices are off by at most a tick and the rest by far less, so the bounds are close together, and the exact value is
 * computed only between them.
 */
export function committedNear({ ladder, instrument }: SweepPlan, sign: 1 | -1, price: number, side: 1 | -1): number {
  const { levels, baseNotional, leverage } = ladder;
  const { cashPerTickStep, makerFee, takerFee } = instrument;
  const stretch = 1 + side * SLACK;
  let cost = Math.floor((baseNotional * stretch) / (price * cashPerTickStep)) * price * cashPerTickStep;
  for (let index = 0; index < levels.length; index += 1) {
    const { deviation, size } = levels[index] as LadderLevel; // The index is inside; this loop is too hot for a check.
    const near = price * (1 - sign * deviation.near);
    cost += Math.floor((size.near * stretch) / ((near - side) * cashPerTickStep)) * (near + side) * cashPerTickStep;
  }
  const fee = side === 1 ? Math.max(makerFee, takerFee) : Math.min(makerFee, takerFee);
  return (cost / leverage + (cost * fee) / RATE_ONE) * stretch + side * (levels.length + 3);
}

/** Whether every base price between these two needs more than this wallet. */
export function isBarred(
  { ladder, instrument, reliable }: SweepPlan,
  wallet: number,
  low: number,
  high: number,
): boolean {
  if (low / 2 - 1 < reliable.lowest || high * 2 > reliable.highest) return false; // A limit lies up to half away.
  const { levels, baseNotional, leverage } = ladder;
  const size = levels.reduce<number>((total, level) => total + level.size.near, baseNotional) * (1 - SLACK);
  const depth = levels.at(-1)?.deviation.near ?? 0;
  const rest = (levels.length + 1) * 2 * high * (1 + depth) * instrument.cashPerTickStep;
  return (size - rest) / leverage > wallet;
}
