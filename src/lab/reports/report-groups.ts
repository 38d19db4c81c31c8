import type * as z from 'zod/mini';
import { cashText } from '#base/decimal.ts';
import { add, type Cash, ZERO_CASH } from '#base/exact.ts';
import type { testReport } from '#contract/tests/test-report.ts';
import { cycleResult } from '#engine/bots/ladder/closing.ts';
import type { CycleRecord } from '#engine/model/record.ts';

type Group = z.output<typeof testReport>['bySymbol'][number];

interface Sums {
  cycles: number;
  wins: number;
  gross: Cash;
  commission: Cash;
  funding: Cash;
  liquidationFee: Cash;
  result: Cash;
}

/** The name of the group of cycles that are open at the end; no symbol, direction or reason is called so. */
export const OPEN_GROUP = 'open';

/**
 * The cycles that ended, by a name in alphabetical order, then as a last row those open at the end. The results of all rows
 * add up to the result of the run. An entry that never filled is in none.
 * @param unrealized - of the open cycles, which the gross result of their row contains
 */
export function groupCycles(
  cycles: readonly CycleRecord[],
  { nameOf, unrealized }: { readonly nameOf: (record: CycleRecord) => string; readonly unrealized: Cash },
): Group[] {
  const groups = new Map<string, Sums>();
  const open = noSums();
  for (const record of cycles) {
    if (record.cycle.state === 'CANCELED') continue;
    if (record.cycle.endAt === null) {
      addCycle(open, record);
      continue;
    }
    const name = nameOf(record);
    const sums = groups.get(name) ?? noSums();
    groups.set(name, sums);
    addCycle(sums, record);
  }
  const ended = [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, sums]) => group(name, sums));
  return open.cycles === 0 ? ended : [...ended, group(OPEN_GROUP, withUnrealized(open, unrealized))];
}

function group(name: string, sums: Sums): Group {
  return {
    ...{ name, cycles: sums.cycles, wins: sums.wins },
    gross: cashText(sums.gross),
    commission: cashText(sums.commission),
    funding: cashText(sums.funding),
    liquidationFee: cashText(sums.liquidationFee),
    result: cashText(sums.result),
  };
}

function withUnrealized(sums: Sums, unrealized: Cash): Sums {
  return { ...sums, gross: add(sums.gross, unrealized), result: add(sums.result, unrealized) };
}

function noSums(): Sums {
  const [gross, commission, funding] = [ZERO_CASH, ZERO_CASH, ZERO_CASH];
  return { cycles: 0, wins: 0, gross, commission, funding, liquidationFee: ZERO_CASH, result: ZERO_CASH };
}

function addCycle(sums: Sums, { cycle }: CycleRecord): void {
  const result = cycleResult(cycle);
  sums.cycles += 1;
  if (cycle.endAt !== null && result > 0) sums.wins += 1;
  sums.gross = add(sums.gross, cycle.gross);
  sums.commission = add(sums.commission, cycle.commission);
  sums.funding = add(sums.funding, cycle.funding);
  sums.liquidationFee = add(sums.liquidationFee, cycle.liquidationFee);
  sums.result = add(sums.result, result);
}
