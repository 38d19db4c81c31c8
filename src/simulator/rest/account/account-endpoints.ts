import { cashText, rateText, trimDecimal } from '#base/decimal.ts';
import type { Cash } from '#base/exact.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { PositionView } from '../../exchange/rows.ts';
import type { PublishedTier } from '../../prices/tiers.ts';
import { accept } from '../../wire-error.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { optional, readParams } from '../http/read-params.ts';
import { rawDecimal } from '../http/wire-json.ts';
import { accountOf, contractOf, listedSymbol, look } from './account-call.ts';
import { presentAsset, presentBalance, presentConfiguration, presentTotals } from './present-account.ts';
import { presentHeld, presentHeldWithSettings, presentRisk, presentRiskWithSettings } from './present-position.ts';

/**
 * Queries about an account.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/account/rest-api
 */
export const accountEndpoints: readonly Endpoint[] = [
  query('/fapi/v3/account', 5, accountOfNow),
  query('/fapi/v2/account', 5, accountWithSettings),
  query('/fapi/v3/balance', 5, balances),
  query('/fapi/v2/balance', 5, balances),
  query('/fapi/v3/positionRisk', 5, (call) => risks(call, 'open', presentRisk)),
  query('/fapi/v2/positionRisk', 5, (call) => risks(call, 'all', presentRiskWithSettings)),
  query('/fapi/v1/accountConfig', 5, configuration),
  query('/fapi/v1/symbolConfig', 5, symbolConfigurations),
  query('/fapi/v1/leverageBracket', 1, leverageBrackets),
  query('/fapi/v1/commissionRate', 20, commissionRate),
  query('/sapi/v1/account/apiRestrictions', 1, restrictions, 'spot'),
];

function query(path: string, weight: number, handle: Endpoint['handle'], pool: Endpoint['pool'] = 'futures'): Endpoint {
  return { method: 'GET', path, security: 'user-data', weight, pool, handle };
}

type Present = (instrument: Instrument, view: PositionView) => object;

function positions(
  call: EndpointCall,
  which: 'open' | 'all',
  symbol: string | null,
  present: Present,
): readonly object[] {
  const views = look(call, (exchange, accountId) => exchange.positions(accountId, which, symbol));
  return views.map((view) => present(contractOf(call.simulation, view.symbol).instrument, view));
}

function accountOfNow(call: EndpointCall): EndpointAnswer {
  const view = look(call, (exchange, accountId) => exchange.account(accountId));
  const held = positions(call, 'open', null, presentHeld);
  return accept({ ...presentTotals(view), assets: [presentAsset(view)], positions: held });
}

function accountWithSettings(call: EndpointCall): EndpointAnswer {
  const view = look(call, (exchange, accountId) => exchange.account(accountId));
  return accept({
    ...presentConfiguration(accountOf(call), view),
    feeBurn: false,
    ...presentTotals(view),
    assets: [{ ...presentAsset(view), marginAvailable: true }],
    positions: positions(call, 'all', null, presentHeldWithSettings),
  });
}

function balances(call: EndpointCall): EndpointAnswer {
  const view = look(call, (exchange, accountId) => exchange.account(accountId));
  return accept([presentBalance(accountOf(call), view)]);
}

function risks(call: EndpointCall, which: 'open' | 'all', present: Present): EndpointAnswer {
  const read = readParams(call.params, { symbol: optional(listedSymbol(call)) });
  return read.ok ? accept(positions(call, which, read.value.symbol, present)) : read;
}

function configuration(call: EndpointCall): EndpointAnswer {
  const view = look(call, (exchange, accountId) => exchange.account(accountId));
  return accept({ ...presentConfiguration(accountOf(call), view), dualSidePosition: view.isDualSide });
}

/** The requested symbol, or all listed ones. */
function symbolsAsked(call: EndpointCall, symbol: string | null): readonly string[] {
  if (symbol !== null) return [symbol];
  const now = call.simulation.now();
  return [...call.simulation.market.symbols.keys()].filter((name) => call.simulation.market.isListed(name, now));
}

function symbolConfigurations(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { symbol: optional(listedSymbol(call)) });
  if (!read.ok) return read;
  const rows = symbolsAsked(call, read.value.symbol).map((symbol) => {
    const config = look(call, (exchange, accountId) => exchange.symbolConfig(accountId, symbol));
    const { marginType, leverage, maxNotional } = config;
    return { symbol, marginType, isAutoAddMargin: false, leverage, maxNotionalValue: notionalText(maxNotional) };
  });
  return accept(rows);
}

function leverageBrackets(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { symbol: optional(listedSymbol(call)) });
  if (!read.ok) return read;
  const rows = symbolsAsked(call, read.value.symbol).map((symbol) => ({
    symbol,
    notionalCoef: 1,
    brackets: contractOf(call.simulation, symbol).tiers.map(presentBracket),
  }));
  return accept(rows);
}

function presentBracket({ leverageMax, cap, floor, maintenanceRate, cumulative }: PublishedTier, index: number) {
  return {
    bracket: index + 1,
    initialLeverage: leverageMax,
    notionalCap: rawDecimal(cap),
    notionalFloor: rawDecimal(floor),
    maintMarginRatio: rawDecimal(maintenanceRate),
    cum: rawDecimal(cumulative),
  };
}

/** An amount without trailing zeros, as the exchange writes it. */
export function notionalText(amount: Cash): string {
  return trimDecimal(cashText(amount));
}

function commissionRate(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { symbol: listedSymbol(call) });
  if (!read.ok) return read;
  const { symbol } = read.value;
  const { makerFee, takerFee } = contractOf(call.simulation, symbol).instrument;
  const rates = { makerCommissionRate: rateText(makerFee), takerCommissionRate: rateText(takerFee) };
  return accept({ symbol, ...rates, rpiCommissionRate: rateText(makerFee) });
}

/**
 * Permissions of the key. https://developers.binance.com/docs/wallet/account/api-key-permission The simulator does not
 * record when a key was created.
 */
function restrictions(call: EndpointCall): EndpointAnswer {
  const { canTrade, canWithdraw, isIpRestricted } = accountOf(call);
  return accept({
    ipRestrict: isIpRestricted,
    createTime: 0,
    enableReading: true,
    enableWithdrawals: canWithdraw,
    enableInternalTransfer: false,
    enableMargin: false,
    enableFutures: canTrade,
    permitsUniversalTransfer: false,
    enableVanillaOptions: false,
    enableFixApiTrade: false,
    enableFixReadOnly: false,
    enableSpotAndMarginTrading: false,
    enablePortfolioMarginTrading: false,
  });
}
