import type * as z from 'zod/mini';
import { trimDecimal } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { instantOf, SECOND_MS } from '#base/time.ts';
import type { CoinMarket, CoinQuote } from '#ports/coin-market.ts';
import { answerStatus, coinInfo, keyInfo, quotesLatest } from './wire.ts';

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
    if (!read.success) throw new AppError('COINS_ANSWER', 'CoinMarketCap has answered something else than documented.');
    return read.data;
  };
  const byId = (path: string, ids: readonly number[]): string => `${path}?id=${ids.join(',')}&skip_invalid=true`;
  return {
    async creditsLeft() {
      const { data } = await ask('/v1/key/info', keyInfo);
      return Math.max(0, Math.floor(data.usage.current_month.credits_left));
    },
    async quotes(coinIds) {
      const { data } = await ask(`${byId('/v2/cryptocurrency/quotes/latest', coinIds)}&convert=USD`, quotesLatest);
      return Object.values(data).map(quoteOf);
    },
    async descriptions(coinIds) {
      const { data } = await ask(`${byId('/v2/cryptocurrency/info', coinIds)}&aux=description`, coinInfo);
      return new Map(Object.values(data).flatMap(({ id, description }) => (description ? [[id, description]] : [])));
    },
  };
}

type WireCoin = z.output<typeof quotesLatest>['data'][string];

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
    const body: unknown = JSON.parse(await textWithin(response));
    if (response.ok) return body;
    throw refusalOf(response.status, body);
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

/** More than the plan allows in a minute; it is allowed again in the next one. */
const MINUTE_LIMIT = 1008;

/** The sentence of CoinMarketCap itself is left out: it may hold anything. */
function refusalOf(status: number, body: unknown): AppError {
  const read = answerStatus.safeParse(body);
  const code = read.success ? read.data.status.error_code : 0;
  if (status === 401 || status === 403) {
    return new AppError('COINS_KEY_REFUSED', `CoinMarketCap does not accept CMC_API_KEY (${code}).`);
  }
  if (status === 429 && code === MINUTE_LIMIT) {
    return new AppError('COINS_BUSY', 'CoinMarketCap asks for fewer requests.', { isRetryable: true });
  }
  if (status === 429 || status === 402) {
    return new AppError('COINS_QUOTA_USED', `The plan of CMC_API_KEY allows no more requests (${code}).`);
  }
  return new AppError('COINS_UNAVAILABLE', `CoinMarketCap answers with ${status}.`, { isRetryable: true });
}
