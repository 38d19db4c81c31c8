import { assert } from '#base/assert.ts';
import { type Cash, subtract } from '#base/exact.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { Account, AccountSnapshot, Market } from '../model/account.ts';
import { CLOSE_OFFSET_MS } from '../model/candle.ts';
import type { CloseReason, Cycle } from '../model/cycle.ts';
import { type AccountRecord, type AtomKey, atomIdOf } from '../model/record.ts';
import { simulateAccount } from '../simulation/simulate-account.ts';
import { type AtomInFall, atomsInFall, cycleNow, cycleWorth } from './atom-in-fall.ts';
import { FALL_MINUTES, fallMinute, type PriceFall } from './fall-minute.ts';
import { fundsInFall, type StressedFunds } from './stressed-funds.ts';

export interface StressInput {
  /** The account as it stands; bots that hold nothing may be left out. */
  readonly snapshot: AccountSnapshot;
  readonly market: Market;
  /** By symbol, for every symbol of which the account holds something. */
  readonly falls: ReadonlyMap<string, PriceFall>;
}

/** A position before the fall, and what becomes of it. */
export interface StressedPosition extends AtomKey {
  /** By how much the equity of the account changes through it, USDT. */
  readonly change: Cash;
  /** Steps filled before the fall. */
  readonly levelsFilled: number;
  /** The steps that fill during the fall, nearest first. */
  readonly stepsTaken: readonly number[];
  readonly levelsTotal: number;
  /** Steps that wait for a rule are not taken: no rule acts. */
  readonly hasStepRule: boolean;
  /** Why the position ends, and in which minute of the fall, from 1; null when it outlives the fall. */
  readonly end: { readonly reason: CloseReason; readonly minute: number } | null;
}

export interface StressOutcome {
  readonly before: StressedFunds;
  readonly after: StressedFunds;
  /** `after.equity − before.equity` is the sum of their changes, to the last digit. */
  readonly positions: readonly StressedPosition[];
}

/** A copy of an account that lives through a made-up fall. */
export interface Stress {
  /** Runs the next minute of the fall; false when it was over before. */
  advance(): boolean;
  /** Where the account stands now, beside where it began. */
  outcome(): StressOutcome;
}

/** What the fall has done to an atom so far. */
interface Lived {
  cycle: Cycle;
  /** Everything that the cycle was worth before the fall. */
  readonly worth: Cash;
  readonly steps: Set<number>;
}

/**
 * Opens a copy of an account that is about to live through a made-up fall. Steps, stops, take profits and liquidations
 * are those of the simulation that runs paper bots. No cycle begins, no rule acts, no funding is settled, and every order
 * finds enough volume.
 * @returns null when the account holds no position
 */
export function openStress({ snapshot, market, falls }: StressInput): Stress | null {
  const { minute: start } = snapshot;
  const held = atomsInFall(snapshot);
  if (start === null || held.length === 0) return null;
  const account = simulateAccount(
    snapshot,
    { ...market, hasLog: false, hasSteps: false },
    fallMinute(falls, { start, number: 0 }),
  );
  const lived = new Map(held.map((atom) => [atomIdOf(atom), beforeFall(account, atom)]));
  const before = fundsInFall(account, held);
  beginNothing(account, snapshot, start);
  let number = 0;
  return {
    advance() {
      if (number === FALL_MINUTES) return false;
      number += 1;
      for (const record of account.advance(fallMinute(falls, { start, number }))) note(lived, record);
      return true;
    },
    outcome: () => ({
      before,
      after: fundsInFall(account, held),
      positions: held.map((atom) => positionOf(atom, { lived: livedBy(lived, atom), account, start })),
    }),
  };
}

function beforeFall(account: Account, atom: AtomInFall): Lived {
  const { view } = cycleNow(account, atom);
  return { cycle: atom.cycle, worth: cycleWorth(atom.cycle, view.unrealized), steps: new Set() };
}

/** A bot that finishes manages what it holds as before, and opens nothing. */
function beginNothing(account: Account, { bots }: AccountSnapshot, start: Instant): void {
  for (const { bot } of bots) {
    if (bot.state === 'RUNNING')
      account.command({ type: 'finish', botId: bot.botId }, instantOf(start + CLOSE_OFFSET_MS));
  }
}

function note(lived: ReadonlyMap<string, Lived>, record: AccountRecord): void {
  if (record.type !== 'cycle' && record.type !== 'trade') return;
  const own = lived.get(atomIdOf(record));
  if (own === undefined) return;
  if (record.type === 'cycle') own.cycle = record.cycle;
  else if (record.role === 'safety') own.steps.add(record.level);
}

function livedBy(lived: ReadonlyMap<string, Lived>, atom: AtomInFall): Lived {
  const own = lived.get(atomIdOf(atom));
  assert(own !== undefined, 'every position was looked at before the fall');
  return own;
}

function positionOf(
  { botId, symbol, direction, cycle, ladder }: AtomInFall,
  { lived, account, start }: { readonly lived: Lived; readonly account: Account; readonly start: Instant },
): StressedPosition {
  const { view } = cycleNow(account, { botId, symbol, direction });
  const { endAt, closeReason } = lived.cycle;
  return {
    botId,
    symbol,
    direction,
    change: subtract(cycleWorth(lived.cycle, view.unrealized), lived.worth),
    levelsFilled: cycle.levelsFilled,
    stepsTaken: [...lived.steps],
    levelsTotal: ladder.levels.length,
    hasStepRule: ladder.hasStepRule,
    end:
      endAt === null || closeReason === null
        ? null
        : { reason: closeReason, minute: Math.floor((endAt - start) / MINUTE_MS) },
  };
}
