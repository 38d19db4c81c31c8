import type * as z from 'zod/mini';
import { cashText, percentText } from '#base/decimal.ts';
import type { Environment } from '#base/environment.ts';
import type { Cash } from '#base/exact.ts';
import type { accountCaps, exchangeAccount } from '#contract/account/exchange-account.ts';
import type { AccountCaps } from '#engine/execution/account-caps.ts';
import { quantityText } from '#engine/model/instrument.ts';
import type { AccountHalt, ExchangeAccountNow, LivePosition, RuntimeMirror } from '#ports/runtime.ts';
import { maybeTimeText, timeText } from '../http/text.ts';

type AccountReply = z.output<typeof exchangeAccount>;

interface Presented {
  readonly runtime: Pick<RuntimeMirror, 'instruments'>;
  readonly environment: Environment;
}

/** An exchange account as the engine has it, with amounts as decimals. */
export function presentExchangeAccount(account: ExchangeAccountNow, { runtime, environment }: Presented): AccountReply {
  const { accountId, refusals, isSynced, lastSyncAt, wallet, committed, caps, unknownOrders, positions } = account;
  return {
    ...{ environment, accountId, isSynced },
    refusals: refusals.map(({ code, detail }) => ({ code, detail })),
    lastSyncAt: maybeTimeText(lastSyncAt),
    wallet: maybeCash(wallet),
    committed: cashText(committed),
    caps: presentCaps(caps),
    halt: presentHalt(account.halt),
    haltOfAll: presentHalt(account.haltOfAll),
    botHalts: [...account.botHalts].map(([botId, { at, reason }]) => ({ botId, at: timeText(at), reason })),
    unknownOrders: unknownOrders.map(({ sentAt, ...order }) => ({ ...order, sentAt: timeText(sentAt) })),
    positions: positions.map((position) => presentPosition(position, runtime)),
  };
}

const maybeCash = (amount: Cash | null): string | null => (amount === null ? null : cashText(amount));

function presentCaps(caps: AccountCaps): z.output<typeof accountCaps> {
  const { botNotional, accountNotional, ordersPerMinute, dailyLoss, priceBand } = caps;
  return {
    botNotional: maybeCash(botNotional),
    accountNotional: maybeCash(accountNotional),
    ordersPerMinute,
    dailyLoss: maybeCash(dailyLoss),
    priceBandPercent: priceBand === null ? null : percentText(priceBand),
  };
}

function presentHalt(halt: AccountHalt | null): AccountReply['halt'] {
  return halt === null ? null : { at: timeText(halt.at), reason: halt.reason };
}

function presentPosition(
  { expected, actual, ...position }: LivePosition,
  { instruments }: Presented['runtime'],
): AccountReply['positions'][number] {
  const instrument = instruments.get(position.symbol);
  if (instrument === undefined) throw new Error(`Internal error: expected that ${position.symbol} is a known symbol`);
  return {
    ...position,
    expected: quantityText(instrument, expected),
    actual: actual === null ? null : quantityText(instrument, actual),
  };
}
