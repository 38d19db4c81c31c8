import { setImmediate } from 'node:timers/promises';
import { formatDecimal } from '#base/decimal.ts';
import { negate, rate } from '#base/exact.ts';
import { DAY_MS, HOUR_MS, instantOf, later } from '#base/time.ts';
import { priceText, quantityText } from '#engine/model/instrument.ts';
import type { FundingSettlement } from '../../market/market.ts';
import type { ListedSymbol } from '../../prices/listed-symbols.ts';
import { accept } from '../../wire-error.ts';
import { contractOf, listedSymbol } from '../account/account-call.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { optional, pastRows, readParams } from '../http/read-params.ts';
import { listedAt, type MarketMoment, momentOf, open, reversed, weightByName } from './market-call.ts';
import { oneOrAll } from './symbol-list.ts';

const LIMIT_USUAL = 100;
const LIMIT_MAX = 1_000;
/** Longest funding interval of any symbol. */
const INTERVAL_MAX_MS = 8 * HOUR_MS;
const SLICE_MS = 4 * DAY_MS;
/** Extra rows read per symbol in a query for all, because some symbols may be halted. */
const SPARE_ROWS = 2;
/** The exchange's default when `fundingInfo` omits a symbol. */
const USUAL_HOURS = 8;
const USUAL_CAP = rate(2_000_000);
/** Interest of a settlement: 0.01 %. */
const INTEREST_RATE = rate(10_000);

/** Mark prices, funding and open interest. */
export const fundingEndpoints: readonly Endpoint[] = [
  open('/fapi/v1/premiumIndex', weightByName(1, 10), oneOrAll(presentPremium)),
  open('/fapi/v1/fundingRate', 0, fundingRates, 'funding'),
  open('/fapi/v1/fundingInfo', 0, fundingInfo, 'funding'),
  open('/fapi/v1/openInterest', 1, openInterest),
];

/** Despite its name, `lastFundingRate` is the estimate for the next settlement. */
function presentPremium({ instrument }: ListedSymbol, { market, now }: MarketMoment): object | null {
  const { symbol } = instrument;
  const premium = market.premium(symbol, now);
  if (premium === null) return null;
  return {
    symbol,
    markPrice: priceText(instrument, premium.mark),
    indexPrice: priceText(instrument, premium.index),
    estimatedSettlePrice: priceText(instrument, premium.index),
    lastFundingRate: formatDecimal(premium.nextRate, 8),
    interestRate: formatDecimal(INTEREST_RATE, 8),
    nextFundingTime: premium.nextTime,
    time: now,
  };
}

interface Period {
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly limit: number;
}

async function fundingRates(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readParams(call.params, {
    symbol: optional(listedSymbol(call)),
    ...pastRows(LIMIT_USUAL, LIMIT_MAX),
  });
  if (!read.ok) return read;
  const { symbol, startTime, endTime, limit } = read.value;
  const refusal = reversed(startTime, endTime);
  if (refusal !== null) return refusal;
  const moment = momentOf(call);
  const listed = symbol === null ? listedAt(moment) : [contractOf(call.simulation, symbol)];
  const rows: (FundingSettlement & { readonly listed: ListedSymbol })[] = [];
  const share = Math.ceil(limit / listed.length) + SPARE_ROWS;
  for (const one of listed) {
    const period = { startTime, endTime, limit: symbol === null ? share : limit };
    const settled = await settlements(moment, one.instrument.symbol, period);
    rows.push(...settled.map((settlement) => ({ ...settlement, listed: one })));
  }
  rows.sort((one, other) => one.time - other.time);
  const page = startTime === null ? rows.slice(-limit) : rows.slice(0, limit);
  return accept(page.map((row) => presentSettlement(row.listed, row)));
}

/** The first settlements from a start time, otherwise the last ones; a few days of market time per turn. */
async function settlements(
  { market, now }: MarketMoment,
  symbol: string,
  { startTime, endTime, limit }: Period,
): Promise<readonly FundingSettlement[]> {
  const span = (limit + 1) * INTERVAL_MAX_MS;
  const last = Math.min(now, endTime ?? now);
  const onboard = market.symbols.get(symbol)?.onboardDate ?? now;
  const from = Math.max(onboard, startTime ?? last - span);
  const to = instantOf(startTime === null ? last : Math.min(last, from + span));
  const found: FundingSettlement[] = [];
  for (let start = instantOf(from); start <= to; start = later(start, SLICE_MS)) {
    found.push(...market.settlements(symbol, start, instantOf(Math.min(to, start + SLICE_MS - 1))));
    if (start + SLICE_MS <= to) await setImmediate();
  }
  return found;
}

function presentSettlement(
  { instrument }: ListedSymbol,
  { time: fundingTime, rate: fundingRate, mark }: FundingSettlement,
) {
  return {
    symbol: instrument.symbol,
    fundingTime,
    fundingRate: formatDecimal(fundingRate, 8),
    markPrice: priceText(instrument, mark),
    rateType: 'Regular',
  };
}

/** Only symbols whose interval or cap differs from the default. */
function fundingInfo(call: EndpointCall): EndpointAnswer {
  const unusual = listedAt(momentOf(call)).filter(
    ({ fundingHours, fundingCap }) => fundingHours !== USUAL_HOURS || fundingCap !== USUAL_CAP,
  );
  return accept(
    unusual.map(({ instrument, fundingHours, fundingCap }) => ({
      symbol: instrument.symbol,
      adjustedFundingRateCap: formatDecimal(fundingCap, 8),
      adjustedFundingRateFloor: formatDecimal(negate(fundingCap), 8),
      fundingIntervalHours: fundingHours,
      disclaimer: false,
    })),
  );
}

function openInterest(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { symbol: listedSymbol(call) });
  if (!read.ok) return read;
  const { symbol } = read.value;
  const { market, now } = momentOf(call);
  const { instrument } = contractOf(call.simulation, symbol);
  const open = market.openInterest(symbol, now);
  return accept({ openInterest: open === null ? '0' : quantityText(instrument, open), symbol, time: now });
}
