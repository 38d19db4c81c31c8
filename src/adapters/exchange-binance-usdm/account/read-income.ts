import { instantOf } from '#base/time.ts';
import type { VenueIncome } from '#ports/venue.ts';
import { answerError } from '../transport/exchange-error.ts';
import { readCash } from '../wire/read-decimal.ts';
import { readShape } from '../wire/read-shape.ts';
import { incomeRows, type WireIncome } from '../wire/wire-account.ts';

/** The most lines that the exchange returns at once. */
export const INCOME_PAGE = 1_000;
const PAGES_MAX = 50;

/**
 * Reads all income of a period, oldest first. A line that arrives between two pages may move an earlier one to the next
 * page, so a line is recognised by its key and returned once.
 *
 * @param readPage - one page, counted from 1
 * @throws ExchangeError `answer` for more than `PAGES_MAX` pages: never a part of the income as if it were all
 */
export async function readIncome(readPage: (page: number) => Promise<unknown>): Promise<readonly VenueIncome[]> {
  const lines = new Map<string, VenueIncome>();
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const rows = readShape(incomeRows, await readPage(page), 'income');
    for (const line of rows.map(incomeOf)) lines.set(line.key, line);
    if (rows.length < INCOME_PAGE) return [...lines.values()].sort((a, b) => a.at - b.at);
  }
  throw answerError(`more than ${PAGES_MAX * INCOME_PAGE} lines of income in one period`);
}

function incomeOf(row: WireIncome): VenueIncome {
  const { symbol, incomeType, asset, tranId, tradeId, time } = row;
  return {
    // A transaction's id is unique within its type only; the other fields cost nothing and can only separate lines.
    key: [incomeType, tranId, symbol, asset, tradeId].join(' '),
    symbol,
    type: incomeType,
    amount: readCash(row.income),
    asset,
    transactionId: tranId,
    tradeId: tradeId || null, // Empty when the row belongs to no trade.
    at: instantOf(time),
  };
}
