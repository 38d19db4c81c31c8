import type { OrderName } from '../../exchange/commands.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import { listedSymbol } from '../account/account-call.ts';
import type { Endpoint, EndpointAnswer, EndpointCall, OrderCount } from '../http/endpoint.ts';
import { itemParams, type RequestParams } from '../http/params.ts';
import { idParam, readParams } from '../http/read-params.ts';
import { parseLosslessly } from '../http/wire-json.ts';
import { answerPlaceOrder, cancelNamed, changeOrder } from './order-endpoints.ts';

const BATCH_MAX = 5;
const CANCEL_MAX = 10;
/** A batch is five orders in the window of ten seconds and one in that of a minute. */
const BATCH: OrderCount = { tenSeconds: 5, minute: 1 };

/** Several orders in one call; each succeeds or fails by itself, and the answers come in the order of the requests. */
export const batchEndpoints: readonly Endpoint[] = [
  { ...trade('POST', 5, (call) => batch(call, answerPlaceOrder)), orders: BATCH },
  { ...trade('PUT', 5, (call) => batch(call, changeOrder)), orders: BATCH },
  trade('DELETE', 1, cancelSeveral),
];

function trade(method: Endpoint['method'], weight: number, handle: Endpoint['handle']): Endpoint {
  return { method, path: '/fapi/v1/batchOrders', security: 'trade', weight, handle };
}

async function batch(
  call: EndpointCall,
  carryOut: (call: EndpointCall, params: RequestParams) => Promise<EndpointAnswer>,
): Promise<EndpointAnswer> {
  const items = listOf(call.params, 'batchOrders');
  if (!items.ok) return items;
  if (items.value.length < 1 || items.value.length > BATCH_MAX) return refuse('batchSize');
  // The items are executed at once, in this order; only writing to disk is awaited together.
  const answers = await Promise.all(items.value.map((item) => carryOut(call, itemParams(item))));
  return accept(answers.map(itemOf));
}

/** The list in a parameter, with numbers as text. */
function listOf(params: RequestParams, name: string): WireReply<readonly unknown[]> {
  const text = params.get(name);
  const list = text === undefined ? null : parsedList(text);
  return list === null ? refuse('mandatory', name) : accept(list);
}

function parsedList(text: string): readonly unknown[] | null {
  try {
    const value = parseLosslessly(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function itemOf(answer: EndpointAnswer): unknown {
  return answer.ok ? answer.value : { code: answer.error.code, msg: answer.error.message };
}

async function cancelSeveral(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readParams(call.params, { symbol: listedSymbol(call) });
  if (!read.ok) return read;
  const names = readNames(call.params);
  if (!names.ok) return names;
  if (names.value.length > CANCEL_MAX) return refuse('cancelSize');
  const answers = await Promise.all(names.value.map((name) => cancelNamed(call, read.value.symbol, name)));
  return accept(answers.map(itemOf));
}

function readNames(params: RequestParams): WireReply<readonly OrderName[]> {
  if (params.has('orderIdList')) {
    const ids = listOf(params, 'orderIdList');
    if (!ids.ok) return ids;
    const read = ids.value.map((item) => idParam.read(typeof item === 'string' ? item : undefined, 'orderIdList'));
    const wrong = read.find((reply) => !reply.ok);
    if (wrong !== undefined && !wrong.ok) return wrong;
    return accept(read.flatMap((reply) => (reply.ok ? [{ id: reply.value, clientId: null }] : [])));
  }
  if (!params.has('origClientOrderIdList')) {
    return refuse('eitherMandatory', 'orderIdList', 'origClientOrderIdList');
  }
  const names = listOf(params, 'origClientOrderIdList');
  return names.ok ? accept(names.value.map((item) => ({ id: null, clientId: String(item) }))) : names;
}
