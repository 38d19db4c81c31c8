import type { Rate } from '#base/exact.ts';
import type { FundingColumns, SymbolHistory } from '#engine/model/history.ts';
import type { FundingHole } from '#engine/schedule/funding-holes.ts';

/**
 * The history with an assumed rate at each settlement that is missing, as often as the contract settles there. The new
 * columns lie in shared memory, as a sweep wants them.
 */
export function assumeFunding(history: SymbolHistory, holes: readonly FundingHole[], assumed: Rate): SymbolHistory {
  if (holes.length === 0) return history;
  const { funding } = history;
  const settled = new Map(Array.from(funding.minute, (minute, index) => [minute, funding.rate[index] ?? 0] as const));
  for (const minute of holes.flatMap(({ due }) => due)) if (!settled.has(minute)) settled.set(minute, assumed);
  return { ...history, funding: columnsOf([...settled].sort(([one], [other]) => one - other)) };
}

function columnsOf(settled: readonly (readonly [minute: number, rate: number])[]): FundingColumns {
  const column = () => new Int32Array(new SharedArrayBuffer(settled.length * Int32Array.BYTES_PER_ELEMENT));
  const [minutes, rates] = [column(), column()];
  for (const [index, [minute, rate]] of settled.entries()) {
    minutes[index] = minute;
    rates[index] = rate;
  }
  return { minute: minutes, rate: rates };
}
