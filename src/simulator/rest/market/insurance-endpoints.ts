import { CASH_DECIMALS } from '#base/exact.ts';
import { MINUTE_MS, startOf } from '#base/time.ts';
import { accept } from '../../wire-error.ts';
import { listedSymbol } from '../account/account-call.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { optional, readParams } from '../http/read-params.ts';
import { listedAt, momentOf, open } from './market-call.ts';

/**
 * What stands behind liquidations.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Insurance-Fund-Balance
 */
export const insuranceEndpoints: readonly Endpoint[] = [
  open('/fapi/v1/insuranceBalance', 1, balance),
  open('/fapi/v1/symbolAdlRisk', 1, deleveragingRisk),
];

/**
 * One fund stands behind all contracts. It begins empty and is below zero when it has paid more for liquidated accounts
 * than it has kept of them.
 */
async function balance(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readParams(call.params, { symbol: optional(listedSymbol(call)) });
  if (!read.ok) return read;
  const fund = call.simulation.read((exchange) => exchange.insuranceFund());
  await call.simulation.settled(); // Like the rows of accounts that it is the sum of.
  const symbols = listedAt(momentOf(call)).map(({ instrument }) => instrument.symbol);
  const asset = { asset: 'USDT', marginBalance: amountText(fund.balance), updateTime: fund.updatedAt };
  const shared = { symbols, assets: [asset] };
  return accept(read.value.symbol === null ? [shared] : shared);
}

function amountText(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(CASH_DECIMALS + 1, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -CASH_DECIMALS)}.${digits.slice(-CASH_DECIMALS)}`;
}

/** The exchange rates the risk anew twice an hour. */
const RATED_EVERY_MS = 30 * MINUTE_MS;

/** Nobody is deleveraged here, so the risk is low everywhere. */
function deleveragingRisk(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { symbol: optional(listedSymbol(call)) });
  if (!read.ok) return read;
  const moment = momentOf(call);
  const rated = (symbol: string) => ({ symbol, adlRisk: 'low', updateTime: startOf(moment.now, RATED_EVERY_MS) });
  const { symbol } = read.value;
  return accept(symbol === null ? listedAt(moment).map(({ instrument }) => rated(instrument.symbol)) : rated(symbol));
}
