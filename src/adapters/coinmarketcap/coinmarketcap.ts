import type * as z from 'zod/mini';
import { trimDecimal } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { instantOf, SECOND_MS } from '#base/time.ts';
import type { CoinMarket, CoinQuote } from '#ports/coin-market.ts';
import { answerStatus, coinInfo, coinQuote, keyInfo, quotesLatest, wireDescription } from './wire.ts';

export const COINMARKETCAP_ORIGIN = 'https://pro-api.coinmarketcap.com';

/** Time for a whole answer. */
const ANSWER_MS = 15 * SECOND_MS;
/** A hundred coins with their tags take some hundred KiB. */
const BODY_BYTES_MAX = 8 * 1_024 * 1_024;
const DECIMALS = 18;

export interface CoinMarketCapOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Goes into a header only. */
  readonly apiKey: string;
}

/** CoinMarketCap, asked with the key of the installation. */
export function coinMarketCap({ origin, apiKey }: CoinMarketCapOptions): CoinMarket {
  const ask = async <S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> => {
    const body = await answerOf(new URL(path, origin), apiKey);
    const read = schema.safeParse(body);
    if (!read.success) throw undocumented();
    return read.data;
  };
  const byId = (path: string, ids: readonly number[]): string => `${path}?id=${ids.join(',')}&skip_invalid=true`;
  const leftOut = new Map<number, string>();
  return {
    leftOut: () => leftOut,
    async creditsLeft() {
      const { data } = await ask('/v1/key/info', keyInfo);
      return Math.max(0, Math.floor(data.usage.current_month.credits_left));
    },
    async quotes(coinIds) {
      const { data } = await ask(`${byId('/v2/cryptocurrency/quotes/latest', coinIds)}&convert=USD`, quotesLatest);
      const { rows, unread } = readRows(data, coinQuote);
      for (const id of coinIds) leftOut.delete(id);
      for (const [id, field] of unread) leftOut.set(id, field);
      return rows.map(quoteOf);
    },
    async descriptions(coinIds) {
      const { data } = await ask(`${byId('/v2/cryptocurrency/info', coinIds)}&aux=description`, coinInfo);
      const { rows } = readRows(data, wireDescription);
      return new Map(rows.flatMap(({ id, description }) => (description ? [[id, description]] : [])));
    },
  };
}

type WireCoin = z.output<typeof coinQuote>;

/** An answer is refused when more of its rows are wrong, though a single wrong row is always only that row. */
const WRONG_SHARE_MAX = 0.1;

/** Reads the rows of an answer one by one. @throws AppError COINS_ANSWER when more than a tenth of them are wrong */
function readRows<S extends z.ZodMiniType>(data: Readonly<Record<string, unknown>>, schema: S) {
  const rows: z.output<S>[] = [];
  const unread = new Map<number, string>();
  for (const [id, row] of Object.entries(data)) {
    const read = schema.safeParse(row);
    if (read.success) rows.push(read.data);
    else unread.set(Number(id), read.error.issues[0]?.path.join('.') ?? '');
  }
  if (unread.size > Math.max(1, Object.keys(data).length * WRONG_SHARE_MAX)) throw undocumented();
  return { rows, unread };
}

function undocumented(): AppError {
  return new AppError('COINS_ANSWER', 'CoinMarketCap has answered something else than documented.');
}

function quoteOf(coin: WireCoin): CoinQuote {
  const { USD } = coin.quote;
  const addedAt = Date.parse(coin.date_added ?? '');
  return {
    coinId: coin.id,
    name: coin.name,
    symbol: coin.symbol,
    slug: coin.slug,
    rank: coin.cmc_rank ?? null,
    price: textOf(USD.price),
    marketCap: textOf(USD.market_cap),
    fullyDilutedCap: textOf(USD.fully_diluted_market_cap),
    dayVolume: textOf(USD.volume_24h),
    circulatingSupply: textOf(coin.circulating_supply),
    totalSupply: textOf(coin.total_supply),
    maxSupply: textOf(coin.max_supply),
    tags: (coin.tags ?? []).map((tag) => (typeof tag === 'string' ? tag : tag.name)),
    addedAt: Number.isFinite(addedAt) ? instantOf(addedAt) : null,
  };
}

/** Statistics come as JSON numbers: the digits that were sent, without an exponent. */
function textOf(figure: number | null | undefined): string | null {
  if (figure == null) return null;
  const text = String(figure);
  return text.includes('e') ? trimDecimal(figure.toFixed(DECIMALS)) : text;
}

async function answerOf(url: URL, apiKey: string): Promise<unknown> {
  const headers = { 'X-CMC_PRO_API_KEY': apiKey, accept: 'application/json' };
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) });
    const text = await textWithin(response);
    if (response.ok) return JSON.parse(text);
    throw refusalOf(response.status, codeIn(text));
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof SyntaxError) throw new AppError('COINS_ANSWER', 'CoinMarketCap has not answered in JSON.');
    throw new AppError('COINS_UNAVAILABLE', 'CoinMarketCap does not answer.', { isRetryable: true, cause: error });
  }
}

async function textWithin(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new AppError('COINS_ANSWER', 'The answer of CoinMarketCap is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Codes by what they mean: https://coinmarketcap.com/api/documentation/v1/#section/Errors-and-Rate-Limits */
const REFUSALS: readonly (readonly [AppError['code'], readonly number[]])[] = [
  ['COINS_KEY_REFUSED', [1001, 1002, 1005, 1006, 1007]],
  ['COINS_QUOTA_USED', [1003, 1004, 1009, 1010]],
  ['COINS_BUSY', [1008, 1011]],
];
/** The plan of the key does not include the call. */
const NOT_IN_PLAN = 1006;

/** The code in a refusal; null when something else answered, such as a proxy. */
function codeIn(text: string): number | null {
  try {
    return answerStatus.parse(JSON.parse(text)).status.error_code;
  } catch {
    return null;
  }
}

/** The code decides, not the status. The sentence of CoinMarketCap itself is left out: it may hold anything. */
function refusalOf(status: number, code: number | null): AppError {
  const kind = REFUSALS.find(([, codes]) => code !== null && codes.includes(code))?.[0];
  if (kind === 'COINS_KEY_REFUSED') {
    const isPlan = code === NOT_IN_PLAN;
    const sentence = isPlan
      ? 'The plan of CMC_API_KEY does not include this request'
      : 'CoinMarketCap does not accept CMC_API_KEY';
    return new AppError(kind, `${sentence} (${code}).`);
  }
  if (kind === 'COINS_QUOTA_USED')
    return new AppError(kind, `The plan of CMC_API_KEY allows no more requests (${code}).`);
  if (kind === 'COINS_BUSY' || status === 429) {
    return new AppError('COINS_BUSY', 'CoinMarketCap asks for fewer requests.', { isRetryable: true });
  }
  return new AppError('COINS_UNAVAILABLE', `CoinMarketCap answers with ${status}.`, { isRetryable: true });
}
