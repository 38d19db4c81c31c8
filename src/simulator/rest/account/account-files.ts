import { randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { cashText } from '#base/decimal.ts';
import { isoText } from '#base/iso-text.ts';
import { DAY_MS } from '#base/time.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ExchangeOrder, ExchangeTrade, IncomeRow } from '../../exchange/rows.ts';
import type { Simulation } from '../../simulation.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { idParam, readParams, time } from '../http/read-params.ts';
import { presentListed } from '../orders/present-order.ts';
import { accountOf, contractOf } from './account-call.ts';
import { presentUserTrade } from './history-endpoints.ts';

const SPAN_DAYS_MAX = 365;
const LIFE_MS = 7 * DAY_MS;
const FILES_MAX = 1_000;
/** More than an account keeps. */
const ROWS_MAX = 1_000_000;
const ID_PART = 1_000_000_000;

type Cells = readonly (string | number | boolean)[];
type Wanted = Parameters<Exchange['trades']>[1];

/** What there are files of: the word in its addresses, the head of its columns, and its rows. */
interface FileKind {
  readonly word: 'income' | 'order' | 'trade';
  readonly head: readonly string[];
  rows(simulation: Simulation, accountId: string, wanted: Wanted): readonly Cells[];
}

/** A file that an account has asked for. */
interface AccountFile {
  readonly accountId: string;
  readonly from: number;
  readonly to: number;
  /** Wall time. */
  readonly expiresMs: number;
}

/**
 * The income, the orders or the trades of a period as a file, asked for and fetched in two calls. It is ready at once and is
 * made when it is downloaded; what was asked for is kept in memory.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/account/rest-api/Get-Download-Id-For-Futures-Transaction-History
 */
export function accountFileEndpoints(): readonly Endpoint[] {
  return KINDS.flatMap((kind) => {
    const files: Files = new LRUCache({ max: FILES_MAX });
    const path = `/fapi/v1/${kind.word}/asyn`;
    return [
      signed(path, 1_000, (call) => ask(files, call)),
      signed(`${path}/id`, 10, (call) => link(files, call, `${path}/file`)),
      {
        method: 'GET',
        path: `${path}/file`,
        security: 'none',
        weight: 1,
        contentType: 'text/csv',
        handle: (call) => content(files, call, kind),
      },
    ];
  });
}

type Files = LRUCache<string, AccountFile>;

function signed(path: string, weight: number, handle: Endpoint['handle']): Endpoint {
  return { method: 'GET', path, security: 'user-data', weight, handle };
}

function ask(files: Files, call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { startTime: time, endTime: time });
  if (!read.ok) return read;
  const { startTime: from, endTime: to } = read.value;
  if (from > to) return refuse('timeOrder');
  if (to - from > SPAN_DAYS_MAX * DAY_MS) return refuse('lookupSpan', String(SPAN_DAYS_MAX));
  const expiresMs = call.simulation.wallMs() + LIFE_MS;
  const downloadId = newId();
  files.set(downloadId, { accountId: accountOf(call).accountId, from, to, expiresMs });
  return accept({ avgCostTimestampOfLast30d: 0, downloadId });
}

/** 18 digits that nobody guesses: whoever knows them may fetch the file. */
function newId(): string {
  return `${randomInt(ID_PART / 10, ID_PART)}${randomInt(ID_PART / 10, ID_PART)}`;
}

function link(files: Files, call: EndpointCall, path: string): EndpointAnswer {
  const found = fileOf(files, call);
  if (!found.ok) return found;
  const { downloadId, file } = found.value;
  if (file.accountId !== accountOf(call).accountId) return refuse('limitRange', 'downloadId');
  return accept({
    downloadId,
    status: 'completed',
    url: `${call.origin}${path}?downloadId=${downloadId}`,
    notified: false,
    expirationTimestamp: file.expiresMs,
    isExpired: null,
  });
}

function fileOf(
  files: Files,
  { params, simulation }: EndpointCall,
): WireReply<{ readonly downloadId: string; readonly file: AccountFile }> {
  const read = readParams(params, { downloadId: idParam });
  if (!read.ok) return read;
  const { downloadId } = read.value;
  const file = files.get(downloadId);
  if (file === undefined || file.expiresMs <= simulation.wallMs()) return refuse('limitRange', 'downloadId');
  return accept({ downloadId, file });
}

async function content(files: Files, call: EndpointCall, { head, rows }: FileKind): Promise<EndpointAnswer> {
  const found = fileOf(files, call);
  if (!found.ok) return found;
  const { accountId, from, to } = found.value.file;
  const wanted = { symbol: null, from, to, fromId: null, limit: ROWS_MAX };
  const lines = [head, ...rows(call.simulation, accountId, wanted)];
  await call.simulation.settled();
  return accept(lines.map((cells) => `${cells.join(',')}\n`).join('')); // No cell contains a comma or a quote.
}

const KINDS: readonly FileKind[] = [
  {
    word: 'income',
    head: ['time', 'incomeType', 'symbol', 'income', 'asset', 'info', 'tranId', 'tradeId'],
    rows: ({ read }, accountId, wanted) =>
      read((exchange) => exchange.income(accountId, { ...wanted, incomeType: null })).map(incomeCells),
  },
  {
    word: 'order',
    head: [
      ...['time', 'symbol', 'orderId', 'clientOrderId', 'side', 'positionSide', 'type', 'timeInForce'],
      ...['price', 'origQty', 'executedQty', 'avgPrice', 'cumQuote', 'status', 'updateTime'],
    ],
    rows: (simulation, accountId, wanted) =>
      simulation.read((exchange) => exchange.orders(accountId, wanted)).map((row) => orderCells(simulation, row)),
  },
  {
    word: 'trade',
    head: [
      ...['time', 'symbol', 'id', 'orderId', 'side', 'positionSide', 'price', 'qty', 'quoteQty'],
      ...['realizedPnl', 'commission', 'commissionAsset', 'maker'],
    ],
    rows: (simulation, accountId, wanted) =>
      simulation.read((exchange) => exchange.trades(accountId, wanted)).map((row) => tradeCells(simulation, row)),
  },
];

function incomeCells({ symbol, incomeType, income, info, time: at, transactionId, tradeId }: IncomeRow): Cells {
  return [isoText(at), incomeType, symbol, cashText(income), 'USDT', info, transactionId, tradeId];
}

function orderCells(simulation: Simulation, row: ExchangeOrder): Cells {
  const told = presentListed(contractOf(simulation, row.symbol).instrument, row);
  const { symbol, clientOrderId, side, positionSide, type, timeInForce, status } = told;
  return [
    ...[isoText(row.createdAt), symbol, row.orderId, clientOrderId, side, positionSide, type, timeInForce],
    ...[told.price, told.origQty, told.executedQty, told.avgPrice, told.cumQuote, status, isoText(row.updatedAt)],
  ];
}

function tradeCells(simulation: Simulation, row: ExchangeTrade): Cells {
  const told = presentUserTrade(simulation, row);
  return [
    ...[isoText(row.time), told.symbol, told.id, row.orderId, told.side, told.positionSide, told.price, told.qty],
    ...[told.quoteQty, told.realizedPnl, told.commission, told.commissionAsset, told.maker],
  ];
}
