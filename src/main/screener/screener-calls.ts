import type { SnapshotRequest } from '#lab/screener/take-snapshots.ts';
import type { SymbolSnapshot } from '#ports/screener.ts';

/** The calls to the thread that looks over the market. */
export interface ScreenerCalls {
  takeSnapshots(request: SnapshotRequest): Promise<readonly SymbolSnapshot[]>;
}
