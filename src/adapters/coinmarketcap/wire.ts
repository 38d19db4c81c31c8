import * as z from 'zod/mini';

/** Figures that do not fit are refused instead of shown. */
const FIGURE_MAX = 1e20;
const figure = z.nullish(z.number().check(z.gte(0), z.lte(FIGURE_MAX)));
const word = z.string().check(z.maxLength(200));
const TAGS_MAX = 200;
/** A row a coin, by its id; the rows are read one by one. */
const rows = z.record(z.string(), z.unknown());
const ERROR_LENGTH_MAX = 1_000;

/** Stands in every answer. https://coinmarketcap.com/api/documentation/v1/#section/Errors-and-Rate-Limits */
export const answerStatus = z.object({
  status: z.object({
    error_code: z.int(),
    error_message: z.nullish(z.string().check(z.maxLength(ERROR_LENGTH_MAX))),
  }),
});

/** https://coinmarketcap.com/api/documentation/v1/#operation/getV1KeyInfo */
export const keyInfo = z.object({
  data: z.object({ usage: z.object({ current_month: z.object({ credits_left: z.number() }) }) }),
});

/** https://coinmarketcap.com/api/documentation/v1/#operation/getV2CryptocurrencyQuotesLatest */
export const quotesLatest = z.object({ data: rows });
export const coinQuote = z.object({
  id: z.int(),
  name: word,
  symbol: word,
  slug: word,
  cmc_rank: z.nullish(z.int()),
  date_added: z.nullish(z.string().check(z.maxLength(40))),
  tags: z.nullish(z.array(z.union([word, z.object({ name: word })])).check(z.maxLength(TAGS_MAX))),
  circulating_supply: figure,
  total_supply: figure,
  max_supply: figure,
  quote: z.object({
    USD: z.object({
      price: figure,
      volume_24h: figure,
      market_cap: figure,
      fully_diluted_market_cap: figure,
    }),
  }),
});

/** https://coinmarketcap.com/api/documentation/v1/#operation/getV2CryptocurrencyInfo */
export const coinInfo = z.object({ data: rows });
export const wireDescription = z.object({
  id: z.int(),
  description: z.nullish(z.string().check(z.maxLength(20_000))),
});
