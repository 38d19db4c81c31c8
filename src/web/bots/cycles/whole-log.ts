import { queryOptions } from '@tanstack/react-query';
import type { Reply, SentQuery } from '#contract/call.ts';
import { getLogs } from '#contract/cycle.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';

export type LogEntry = Reply<typeof getLogs>['items'][number];

/** The entries of a log, newest first, as far as they were read. */
export interface WholeLog {
  readonly entries: readonly LogEntry[];
  /** Whether there are older ones. */
  readonly isCut: boolean;
}

/** As many as one answer holds. */
const PAGE = 1_000;
/** More than a cycle has, unless something went wrong with it; of such a log the newest entries are read. */
export const CYCLE_ENTRIES_MAX = 10_000;

export interface LogPart {
  readonly kind: BotKind;
  readonly filter: Omit<NonNullable<SentQuery<typeof getLogs>>, 'limit' | 'offset' | 'cursor'>;
  /** At most so many entries are read, in whole pages. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** Reads a part of a log page by page, so that none of its entries is left out unless it is said. */
export async function readWholeLog({ kind, filter, most, signal }: LogPart): Promise<WholeLog> {
  const entries: LogEntry[] = [];
  for (let cursor: string | null = null; ; ) {
    const query = { ...filter, limit: String(PAGE), ...(cursor === null ? {} : { cursor }) };
    const page: Reply<typeof getLogs> = await api(getLogs, { params: { kind }, query, signal });
    entries.push(...page.items);
    cursor = page.cursor;
    if (cursor === null || entries.length >= most) return { entries, isCut: cursor !== null };
  }
}

/** Everything that was logged of one cycle. */
export const cycleLogQuery = (kind: BotKind, cycleId: string) =>
  queryOptions({
    queryKey: ['logs', 'cycle', kind, cycleId],
    queryFn: ({ signal }) => readWholeLog({ kind, filter: { cycleId }, most: CYCLE_ENTRIES_MAX, signal }),
  });
