import { type Cash, negate, sum, ZERO_CASH } from '#base/exact.ts';
import { DAY_MS } from '#base/time.ts';
import type { RunningAtom } from '#engine/account/running-bot.ts';
import type { VenueIncome } from '#ports/venue.ts';
import type { LiveState } from '../account-state.ts';
import { report } from './record-fill.ts';
import { atomsOf } from './settle-orders.ts';

/** Lines that change what an account has earned today; transfers and the rest do not. */
const EARNINGS: ReadonlySet<string> = new Set(['REALIZED_PNL', 'COMMISSION', 'FUNDING_FEE', 'INSURANCE_CLEAR']);

/** The beginning of the market's day that an instant lies in, as the period of an account's daily loss. */
export const marketDayOf = (at: number): number => at - (at % DAY_MS);

/** Takes all income of the market's day: what was earned today, and funding that has not been booked yet. */
export function takeIncome(state: LiveState, lines: readonly VenueIncome[]): void {
  const today = lines.filter(
    ({ at, asset, type }) => asset === 'USDT' && EARNINGS.has(type) && at >= marketDayOf(state.now),
  );
  state.resultToday = sum(today.map(({ amount }) => amount));
  for (const line of lines) {
    if (state.incomeKeys.has(line.key)) continue;
    state.incomeKeys.add(line.key);
    state.draft.income.push(line);
    if (line.type === 'FUNDING_FEE' && line.asset === 'USDT') recordFunding(state, line);
  }
}

/** Funding that a bot's position has paid or received. The exchange names the symbol only, so the side follows from the sizes. */
function recordFunding(state: LiveState, { symbol, amount, at }: VenueIncome): void {
  const atom = payerOf(state, symbol, amount);
  if (atom === null) return;
  report(state, atom.key, { type: 'FundingSettled', at, paid: negate(amount) });
}

/** The only atom that holds the symbol; of a long and a short one, the larger for what is paid beyond the smaller. */
function payerOf(state: LiveState, symbol: string, amount: Cash): RunningAtom | null {
  const holding = atomsOf(state).filter(
    ({ key, state: { cycle } }) => key.symbol === symbol && cycle !== null && cycle.position.quantity > 0,
  );
  if (amount === ZERO_CASH || holding.length === 0) return null;
  return holding.reduce((most, one) => (costOf(one) > costOf(most) ? one : most));
}

const costOf = ({ state: { cycle } }: RunningAtom): number => cycle?.position.cost ?? 0;
