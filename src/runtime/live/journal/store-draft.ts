import { isBroken } from '#base/assert.ts';
import { type BackOff, backOffMs } from '#base/back-off.ts';
import { quantityText } from '#engine/model/instrument.ts';
import type { Database } from '#storage/database/database.ts';
import { journalLive } from '#storage/live/journal/journal-live.ts';
import type { FillRow, IntentKind, LiveJournal, NewIntent, VenueOrderRow } from '#storage/live/live-rows.ts';
import type { LiveState } from '../account-state.ts';
import type { Journalled } from '../exchange-account.ts';
import { isConditional, type LiveOrder } from '../orders/live-order.ts';
import { LEG_CODES } from '../orders/plan-requests.ts';
import type { JournalDraft, NewRequest } from './journal-draft.ts';

const BACK_OFF: BackOff = { firstMs: 100, maxMs: 1_000, factor: 2 };

/** Where an account stores, and until when it tries. */
export interface DraftStore {
  /** A connection of this account alone. */
  readonly engine: Database;
  readonly signal: AbortSignal;
  log(line: string): void;
}

/**
 * Stores a draft in one transaction, again until it is known to be stored: nothing that it asks for is sent before that.
 * @throws the last failure once the signal is given
 */
export async function storeDraft(
  { engine, signal, log }: DraftStore,
  state: LiveState,
  draft: JournalDraft,
): Promise<Journalled> {
  const journal = journalOf(state, draft);
  for (let failures = 0; ; failures += 1) {
    try {
      const outcome = await journalLive(engine, journal);
      if (outcome !== 'repeated-fill') return outcome;
      throw new Error('a trade was booked twice');
    } catch (error) {
      if (signal.aborted || isBroken(error)) throw error;
      if (failures === 0) log(`Orders wait because the database did not store them: ${String(error)}`);
      await new Promise((resolve) => setTimeout(resolve, backOffMs(BACK_OFF, failures + 1)));
    }
  }
}

function journalOf(state: LiveState, draft: JournalDraft): LiveJournal {
  const { accountId, ownerId, fence, instruments, nextIntent } = state;
  return {
    ...{ accountId, ownerId, fence, instruments, nextIntent },
    batches: draft.batches,
    commands: draft.commands,
    events: draft.events,
    intents: draft.requests.map(intentOf),
    outcomes: draft.outcomes,
    orders: [...draft.orders].flatMap((clientId) => orderRows(state, clientId)),
    fills: draft.fills.map(({ fill: { account: _named, ...fill }, ...ours }): FillRow => ({ ...fill, ...ours })),
    income: draft.income,
    decisions: [],
    claims: draft.claims,
    ...(state.lastSyncAt === null ? {} : { lastSyncAt: state.lastSyncAt }),
  };
}

function intentOf({ number, kind, order, raisesExposure, sentAt }: NewRequest): NewIntent {
  const { atom, portfolioId, cycleSeq, number: orderNumber, leg, clientId } = order;
  return {
    ...atom,
    ...{ number, portfolioId, cycleSeq, orderNumber, raisesExposure, sentAt, clientId },
    leg: LEG_CODES[leg],
    generation: 1,
    kind: kindOf(kind, order),
    request: kind === 'place' ? requestOf(order) : {},
  };
}

const kindOf = (kind: NewRequest['kind'], order: LiveOrder): IntentKind =>
  isConditional(order) ? `${kind}-conditional` : kind;

/** What an order says, in ticks and steps, so that a start finds it as it was sent. */
export type StoredRequest = Pick<LiveOrder, 'type' | 'price' | 'triggerPrice' | 'quantity' | 'level'>;

const requestOf = ({ type, price, triggerPrice, quantity, level }: LiveOrder): StoredRequest => ({
  ...{ type, price, triggerPrice, quantity, level },
});

function orderRows({ orders, instruments, now }: LiveState, clientId: string): readonly VenueOrderRow[] {
  const order = orders.find(clientId);
  const instrument = order === undefined ? undefined : instruments.get(order.atom.symbol);
  if (order === undefined || instrument === undefined) return [];
  const { intent, orderId, childId, executed } = order;
  return [
    {
      clientId,
      intentNumber: intent,
      orderId: isConditional(order) ? null : orderId,
      algoId: isConditional(order) ? orderId : null,
      actualOrderId: childId,
      state: stateOf(order),
      executed: quantityText(instrument, executed),
      updatedAt: now,
    },
  ];
}

/** An order whose trades are not all booked yet has not ended for us, whatever the exchange says. */
function stateOf({ end, progress, executed, booked }: LiveOrder): string {
  if (end !== null && executed === booked) return end;
  return progress === 'sending' || progress === 'unknown' ? 'UNKNOWN' : 'OPEN';
}
