import { createHash } from 'node:crypto';
import { assert } from '#base/assert.ts';
import { negate, ZERO_CASH } from '#base/exact.ts';
import { applyEvent } from '#engine/account/apply-event.ts';
import { accountSnapshot, openAccount } from '#engine/account/open-account.ts';
import type { Performer } from '#engine/account/running-account.ts';
import { takeRecords } from '#engine/account/take-records.ts';
import type { AccountSnapshot, Market, MarketMinute } from '#engine/model/account.ts';
import type { Candle, MarkMinute } from '#engine/model/candle.ts';
import type { AtomReport, EngineEvent } from '#engine/model/engine-event.ts';
import {
  type AccountRecord,
  type AtomKey,
  cycleIdOf,
  type LedgerRecord,
  type TradeRecord,
} from '#engine/model/record.ts';

/** The digest of an account's snapshot as stored, with the fields of every object sorted. */
export function stateHash(snapshot: AccountSnapshot): string {
  return createHash('sha256').update(JSON.stringify(snapshot, inOrder)).digest('hex');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The close of a minute as an event. */
export function minuteClosed(minute: MarketMinute, symbols: Iterable<string>): EngineEvent {
  const candles: Record<string, Candle> = {};
  const marks: Record<string, MarkMinute> = {};
  for (const symbol of symbols) {
    const [candle, mark] = [minute.candle(symbol), minute.mark(symbol)];
    if (candle !== null) candles[symbol] = candle;
    if (mark !== null) marks[symbol] = mark;
  }
  return { type: 'MinuteClosed', time: minute.time, candles, marks };
}

/** The venue's events in a minute, reconstructed from the records of an account: fills, settlements, liquidations. */
export function reportsIn(records: readonly AccountRecord[]): EngineEvent[] {
  const events: EngineEvent[] = [];
  const atoms = new Map<string, AtomKey>();
  let last: TradeRecord | null = null;
  for (const record of records) {
    if (record.type === 'cycle' || record.type === 'order') {
      const { botId, symbol, direction } = record;
      const seq = record.type === 'cycle' ? record.cycle.seq : record.cycleSeq;
      atoms.set(cycleIdOf(record, seq), { botId, symbol, direction });
    }
  }
  for (const record of records) {
    if (record.type === 'trade') {
      last = record;
      const { botId, symbol, direction, at, order, price, quantity, commission, isMaker } = record;
      if (record.role === 'liquidation') continue; // Its ledger record follows, with the fee.
      const report: AtomReport = { type: 'OrderFilled', at, order, price, quantity, commission, isMaker };
      events.push({ type: 'Reported', atom: { botId, symbol, direction }, report });
    } else if (record.type === 'ledger') {
      const event = reportIn(record, { atoms, last });
      if (event !== null) events.push(event);
    }
  }
  return events;
}

function reportIn(
  { sourceId, at, postings }: LedgerRecord,
  { atoms, last }: { atoms: ReadonlyMap<string, AtomKey>; last: TradeRecord | null },
): EngineEvent | null {
  const amountOf = (prefix: string) => postings.find(({ account }) => account.startsWith(prefix))?.amount ?? ZERO_CASH;
  const funding = /^(?<cycle>.*)-funding-\d+(?:-(?<order>\d+))?$/.exec(sourceId)?.groups;
  if (funding !== undefined) {
    const atom = atoms.get(funding['cycle'] ?? '');
    assert(atom !== undefined, 'the settled cycle is recorded');
    const settled = { type: 'FundingSettled', at, paid: negate(amountOf('wallet')) } as const;
    const order = funding['order'];
    return { type: 'Reported', atom, report: order === undefined ? settled : { ...settled, order: Number(order) } };
  }
  if (!sourceId.endsWith('-liquidated')) return null;
  assert(last !== null && last.role === 'liquidation', 'a liquidation is booked behind its trade');
  const { botId, symbol, direction, price, gross } = last;
  const report: AtomReport = { type: 'Liquidated', at, price, gross, fee: amountOf('liq_fee') };
  return { type: 'Reported', atom: { botId, symbol, direction }, report };
}

const NO_PAST = { range: () => null, bar: () => null };
const performerOf = (isCancelFinal: boolean): Performer => ({
  isCancelFinal,
  place: () => undefined,
  cancel: () => undefined,
});

/**
 * Replays a journal, as it would be stored, on an account without a venue.
 * @param isCancelFinal - false for the journal of an account at an exchange
 */
export function replayed(
  opened: AccountSnapshot,
  { instruments, isCancelFinal = true }: Pick<Market, 'instruments'> & { readonly isCancelFinal?: boolean },
  journal: readonly EngineEvent[],
): { readonly snapshot: AccountSnapshot; readonly records: readonly AccountRecord[] } {
  const account = openAccount(opened, { instruments, past: NO_PAST, performer: performerOf(isCancelFinal) });
  const records: AccountRecord[] = [];
  for (const event of JSON.parse(JSON.stringify(journal)) as EngineEvent[]) {
    applyEvent(account, event);
    if (event.type === 'Reported') continue; // Its records are taken with those of its minute.
    records.push(...takeRecords(account, event.type === 'MinuteClosed' ? event.time : event.at));
  }
  return { snapshot: accountSnapshot(account), records };
}
