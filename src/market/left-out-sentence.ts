import type { LeftOutReason, LeftOutRow } from '#ports/market-source.ts';

/** One sentence for the log that names the rows left out of the lists of the exchange, at most ten of them. */
export function leftOutSentence(rows: readonly LeftOutRow[]): string {
  if (rows.length === 0) return 'Every row of the lists of the exchange can be read again.';
  const named = rows
    .slice(0, NAMED_MAX)
    .map(
      (row) =>
        `${row.name === '' ? 'all' : row.name} of ${row.list.replace('-', ' ')} (${REASONS[row.reason](row.detail)})`,
    );
  const more = rows.length > NAMED_MAX ? ` and ${rows.length - NAMED_MAX} more` : '';
  return `Left out of the lists of the exchange: ${named.join(', ')}${more}. Their other rows are used.`;
}

const NAMED_MAX = 10;
const REASONS: Readonly<Record<LeftOutReason, (detail: string) => string>> = {
  name: () => 'unreadable name',
  field: (detail) => `unreadable ${detail === '' ? 'row' : detail}`,
  grid: () => 'tick times step is finer than 1e-8 USDT',
  type: (detail) => `unknown type ${detail}`,
  list: (detail) => detail,
};
