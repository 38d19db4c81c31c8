import type { Stretch, SymbolHistory } from '#engine/model/history.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { type FundingHole, fundingHoles, type KnownSettlement } from '#engine/schedule/funding-holes.ts';

/** The known settlements of a contract, oldest first, and how often it settles; null if no exchange lists it. */
export interface KnownFunding {
  readonly settled: readonly KnownSettlement[];
  readonly fundingHours: number | null;
}

/** Where funding is missing in the minutes of a run, by minutes of its history; what rules read before them pays none. */
export function missingInSpan(
  { columns, frozen }: SymbolHistory,
  { from, to }: Stretch,
  { settled, fundingHours }: KnownFunding,
): readonly FundingHole[] {
  const part = {
    ...{ start: instantAt(columns, from), minutes: to - from },
    frozen: frozen.map((gap) => ({ from: gap.from - from, to: gap.to - from })),
  };
  return fundingHoles(part, settled, fundingHours).map((hole) => shifted(hole, from));
}

/** A hole so many minutes later. */
export function shifted({ from, to, due, hours }: FundingHole, minutes: number): FundingHole {
  return { from: from + minutes, to: to + minutes, due: due.map((minute) => minute + minutes), hours };
}
