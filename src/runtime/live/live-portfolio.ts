import { type Instant, instantOf } from '#base/time.ts';
import { accountCalls } from '#engine/account/account-calls.ts';
import { applyEvent } from '#engine/account/apply-event.ts';
import { closeMinute } from '#engine/account/close-minute.ts';
import { openAccount } from '#engine/account/open-account.ts';
import type { RunningAccount } from '#engine/account/running-account.ts';
import { takeRecords } from '#engine/account/take-records.ts';
import { markAll } from '#engine/account/valuation/marks.ts';
import type { AccountSnapshot, Market, MarketMinute } from '#engine/model/account.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import type { EngineEvent } from '#engine/model/engine-event.ts';
import { keepRecords, type NewPaperAccount, type PaperAccount, paperAccount } from '../paper-account.ts';

/** A portfolio whose orders go to an exchange, in memory. */
export interface LivePortfolio {
  /** What is kept of it as of a paper portfolio, and stored in the same rows. */
  readonly paper: PaperAccount;
  readonly running: RunningAccount;
  /** Applies what the exchange reports, or what is read of it; a refusal has changed nothing. @returns its code, or null */
  report(event: Exclude<EngineEvent, { type: 'MinuteClosed' | 'Commanded' }>): string | null;
}

/**
 * Opens a live portfolio. It places and cancels nothing itself: its state says what it wants at the exchange, and the
 * exchange account compares.
 *
 * @param last - the last closed minute, which values its positions until the next one
 */
export function openLivePortfolio(
  source: Omit<NewPaperAccount, 'account'> & { readonly snapshot: AccountSnapshot },
  { market, last }: { readonly market: Market; readonly last: MarketMinute },
): LivePortfolio {
  const { snapshot, ...fields } = source;
  let current = last;
  const running = openAccount(snapshot, {
    ...market,
    past: {
      range: (symbol, from, to) => current.range(symbol, from, to),
      bar: (symbol, from, to) => current.bar(symbol, from, to),
    },
    performer: { isCancelFinal: false, place: () => undefined, cancel: () => undefined },
  });
  markAll(running, last);
  const paper = paperAccount({
    ...fields,
    isLive: true,
    account: {
      ...accountCalls(running),
      advance(minute) {
        current = minute;
        closeMinute(running, minute);
        return takeRecords(running, closeOf(minute.time));
      },
    },
  });
  return {
    paper,
    running,
    report(event) {
      const outcome = applyEvent(running, event);
      if (!outcome.ok) return outcome.reasons[0]?.code ?? 'REPORT_UNKNOWN';
      keepRecords(paper, takeRecords(running, event.type === 'Reported' ? event.report.at : event.at));
      return null;
    },
  };
}

const closeOf = (time: Instant): Instant => instantOf(time + CLOSE_OFFSET_MS);
