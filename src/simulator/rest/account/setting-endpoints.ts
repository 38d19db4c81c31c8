import { accept, refuse } from '../../wire-error.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { choice, decimalParam, flag, integer, optional, readParams } from '../http/read-params.ts';
import { rawDecimal } from '../http/wire-json.ts';
import { POSITION_SIDES } from '../orders/order-words.ts';
import { command, listedSymbol, look } from './account-call.ts';
import { notionalText } from './account-endpoints.ts';

/**
 * Account settings that a client may change.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api
 */
export const settingEndpoints: readonly Endpoint[] = [
  query('/fapi/v1/positionSide/dual', (call) => ({
    dualSidePosition: look(call, (exchange, accountId) => exchange.account(accountId)).isDualSide,
  })),
  query('/fapi/v1/multiAssetsMargin', (call) => ({
    multiAssetsMargin: look(call, (exchange, accountId) => exchange.account(accountId)).isMultiAssets,
  })),
  query('/fapi/v1/feeBurn', (call) => ({
    feeBurn: look(call, (exchange, accountId) => exchange.account(accountId)).isBurningFees,
  })),
  change('/fapi/v1/feeBurn', setFeeBurn),
  change('/fapi/v1/positionSide/dual', setPositionMode),
  change('/fapi/v1/multiAssetsMargin', setMultiAssets),
  change('/fapi/v1/leverage', setLeverage),
  change('/fapi/v1/marginType', setMarginType),
  change('/fapi/v1/positionMargin', changePositionMargin),
];

const SUCCESS = { code: 200, msg: 'success' };
/** Upper limit of the parser only; the exchange itself refuses leverages that a symbol does not allow. */
const LEVERAGE_SENT_MAX = 1_000_000;

function query(path: string, look: (call: EndpointCall) => object): Endpoint {
  return { method: 'GET', path, security: 'user-data', weight: 30, handle: (call) => accept(look(call)) };
}

function change(path: string, handle: Endpoint['handle']): Endpoint {
  return { method: 'POST', path, security: 'trade', weight: 1, handle };
}

async function setPositionMode(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readParams(call.params, { dualSidePosition: flag });
  if (!read.ok) return read;
  const reply = await command(call, { type: 'set-position-mode', isDualSide: read.value.dualSidePosition });
  return reply.ok ? accept(SUCCESS) : reply;
}

async function setMultiAssets(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readParams(call.params, { multiAssetsMargin: flag });
  if (!read.ok) return read;
  const reply = await command(call, { type: 'set-multi-assets', isMultiAssets: read.value.multiAssetsMargin });
  return reply.ok ? accept(SUCCESS) : reply;
}

/** Kept and returned; without any BNB every commission is paid in USDT nevertheless. */
async function setFeeBurn(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readParams(call.params, { feeBurn: flag });
  if (!read.ok) return read;
  const reply = await command(call, { type: 'set-fee-burn', isBurningFees: read.value.feeBurn });
  return reply.ok ? accept(SUCCESS) : reply;
}

async function setLeverage(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readParams(call.params, { symbol: listedSymbol(call), leverage: integer(0, LEVERAGE_SENT_MAX) });
  if (!read.ok) return read;
  const { symbol, leverage } = read.value;
  const reply = await command(call, { type: 'set-leverage', symbol, leverage });
  if (!reply.ok) return reply;
  const { maxNotional } = look(call, (exchange, accountId) => exchange.symbolConfig(accountId, symbol));
  return accept({ leverage, maxNotionalValue: notionalText(maxNotional), symbol });
}

async function setMarginType(call: EndpointCall): Promise<EndpointAnswer> {
  const marginTypes = choice(['ISOLATED', 'CROSSED']);
  const read = readParams(call.params, { symbol: listedSymbol(call), marginType: marginTypes });
  if (!read.ok) return read;
  const reply = await command(call, { type: 'set-margin-type', ...read.value });
  return reply.ok ? accept(SUCCESS) : reply;
}

async function changePositionMargin(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readParams(call.params, {
    symbol: listedSymbol(call),
    amount: decimalParam,
    type: integer(1, 2),
    positionSide: optional(choice(POSITION_SIDES, 'positionSideInvalid')),
  });
  if (!read.ok) return read;
  const { symbol, amount, type, positionSide } = read.value;
  if (!/[1-9]/.test(amount) || amount.startsWith('-')) return refuse('amountPositive');
  const direction = type === 1 ? 'add' : 'reduce';
  const reply = await command(call, { type: 'change-position-margin', symbol, positionSide, amount, direction });
  if (!reply.ok) return reply;
  return accept({ amount: rawDecimal(amount), code: 200, msg: 'Successfully modify position margin.', type });
}
