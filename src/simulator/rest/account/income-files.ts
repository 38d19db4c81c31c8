import { randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { cashText } from '#base/decimal.ts';
import { DAY_MS } from '#base/time.ts';
import type { IncomeRow } from '../../exchange/rows.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { idParam, readParams, time } from '../http/read-params.ts';
import { accountOf } from './account-call.ts';

const SPAN_DAYS_MAX = 365;
const LIFE_MS = 7 * DAY_MS;
const FILES_MAX = 1_000;
/** More than an account keeps. */
const ROWS_MAX = 1_000_000;
const ID_PART = 1_000_000_000;

/** A file that an account has asked for. */
interface IncomeFile {
  readonly accountId: string;
  readonly from: number;
  readonly to: number;
  /** Wall time. */
  readonly expiresMs: number;
}

/**
 * The income of a period as a file, asked for and fetched in two calls. It is ready at once and is made when it is
 * downloaded; what was asked for is kept in memory.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/account/rest-api/Get-Download-Id-For-Futures-Transaction-History
 */
export function incomeFileEndpoints(): readonly Endpoint[] {
  const files = new LRUCache<string, IncomeFile>({ max: FILES_MAX });
  return [
    signed('/fapi/v1/income/asyn', 1_000, (call) => ask(files, call)),
    signed('/fapi/v1/income/asyn/id', 10, (call) => link(files, call)),
    {
      method: 'GET',
      path: FILE_PATH,
      security: 'none',
      weight: 1,
      contentType: 'text/csv',
      handle: (call) => content(files, call),
    },
  ];
}

type Files = LRUCache<string, IncomeFile>;

const FILE_PATH = '/fapi/v1/income/asyn/file';

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

function link(files: Files, call: EndpointCall): EndpointAnswer {
  const found = fileOf(files, call);
  if (!found.ok) return found;
  const { downloadId, file } = found.value;
  if (file.accountId !== accountOf(call).accountId) return refuse('limitRange', 'downloadId');
  return accept({
    downloadId,
    status: 'completed',
    url: `${call.origin}${FILE_PATH}?downloadId=${downloadId}`,
    notified: false,
    expirationTimestamp: file.expiresMs,
    isExpired: null,
  });
}

function fileOf(
  files: Files,
  { params, simulation }: EndpointCall,
): WireReply<{ readonly downloadId: string; readonly file: IncomeFile }> {
  const read = readParams(params, { downloadId: idParam });
  if (!read.ok) return read;
  const { downloadId } = read.value;
  const file = files.get(downloadId);
  if (file === undefined || file.expiresMs <= simulation.wallMs()) return refuse('limitRange', 'downloadId');
  return accept({ downloadId, file });
}

const HEAD = ['time', 'incomeType', 'symbol', 'income', 'asset', 'info', 'tranId', 'tradeId'];

async function content(files: Files, call: EndpointCall): Promise<EndpointAnswer> {
  const found = fileOf(files, call);
  if (!found.ok) return found;
  const { accountId, from, to } = found.value.file;
  const query = { symbol: null, incomeType: null, from, to, fromId: null, limit: ROWS_MAX };
  const rows = call.simulation.read((exchange) => exchange.income(accountId, query));
  await call.simulation.settled();
  return accept([HEAD, ...rows.map(cells)].map((row) => `${row.join(',')}\n`).join(''));
}

/** No cell contains a comma or a quote. */
function cells(row: IncomeRow): readonly string[] {
  const { symbol, incomeType, income, info, time: at, transactionId, tradeId } = row;
  return [new Date(at).toISOString(), incomeType, symbol, cashText(income), 'USDT', info, transactionId, tradeId];
}
