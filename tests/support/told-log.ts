import type { Reply } from '#contract/call.ts';
import type { getLogs } from '#contract/cycle.ts';
import { logLine } from './told-rows.ts';
import type { SentRequest } from './told-server.ts';

/** The time of the oldest entry of a long log. */
export const LONG_LOG_BEGIN = Date.parse('2025-05-26T05:30:00.000Z');
const MINUTE_MS = 60_000;

/**
 * Answers as a log of so many entries does, one a minute from `LONG_LOG_BEGIN` on, newest first: in pages by cursor. The
 * entries say their number; the oldest one is "Entry 1.".
 */
export const longLog =
  (count: number) =>
  ({ limit, cursor }: SentRequest['query']): Reply<typeof getLogs> => {
    const size = Number(limit);
    const begin = Number(cursor ?? '0');
    const items = Array.from({ length: Math.min(size, count - begin) }, (_, index) => {
      const number = count - begin - index;
      const ts = new Date(LONG_LOG_BEGIN + (number - 1) * MINUTE_MS).toISOString();
      return logLine({ logId: `l${number}`, ts, code: 'X', detail: `Entry ${number}.` });
    });
    const next = begin + size;
    return { items, total: null, offset: 0, limit: size, cursor: next < count ? String(next) : null };
  };
