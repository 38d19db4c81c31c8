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

/**
 * Cycles by a name, in alphabetical order: the sums of all groups are those of the run, the realised part of open cycles
 * included. An entry that never filled is in none.
 */
export function groupCycles(cycles: readonly CycleRecord[], nameOf: (record: CycleRecord) => string): Group[] {
  const groups = new Map<string, Sums>();
  for (const record of cycles) {
    if (record.cycle.state === 'CANCELED') continue;
    const name = nameOf(record);
    const sums = groups.get(name) ?? noSums();
    groups.set(name, sums);
    addCycle(sums, record);
  }
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { cycles: count, wins, gross, commission, funding, liquidationFee, result }]) => ({
      ...{ name, cycles: count, wins },
      gross: cashText(gross),
      commission: cashText(commission),
      funding: cashText(funding),
      liquidationFee: cashText(liquidationFee),
      result: cashText(result),
    }));
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
