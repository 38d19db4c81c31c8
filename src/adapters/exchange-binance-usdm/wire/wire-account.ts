import * as z from 'zod/mini';
import { wireDecimal, wireId, wireSymbol, wireTime } from './read-shape.ts';

const side = z.enum(['BUY', 'SELL']);
const positionSide = z.enum(['LONG', 'SHORT', 'BOTH']);
/** Client ids: our own, those of other programs, and the exchange's. */
const clientId = z.string().check(z.maxLength(100));

/** Fields that the documentation has dropped (average price, turnover) are not read. */
export const wireOrder = z.object({
  symbol: wireSymbol,
  clientOrderId: clientId,
  orderId: wireId,
  side,
  positionSide,
  type: z.string(),
  status: z.string(),
  price: wireDecimal,
  origQty: wireDecimal,
  executedQty: wireDecimal,
  updateTime: wireTime,
});
export type WireOrder = z.output<typeof wireOrder>;

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api/Query-Algo-Order */
export const wireAlgoOrder = z.object({
  symbol: wireSymbol,
  clientAlgoId: clientId,
  algoId: wireId,
  side,
  positionSide,
  orderType: z.optional(z.string()),
  /** The order type in some answers. */
  type: z.optional(z.string()),
  algoStatus: z.string(),
  triggerPrice: wireDecimal,
  quantity: z.nullish(z.string()),
  closePosition: z.optional(z.boolean()),
  actualOrderId: z.optional(z.union([z.literal(''), wireId])),
  updateTime: wireTime,
});
export type WireAlgoOrder = z.output<typeof wireAlgoOrder>;

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api/Account-Trade-List */
export const wireTrade = z.object({
  symbol: wireSymbol,
  id: wireId,
  orderId: wireId,
  side,
  positionSide,
  price: wireDecimal,
  qty: wireDecimal,
  realizedPnl: z.string(),
  commission: z.string(),
  commissionAsset: z.string(),
  maker: z.boolean(),
  time: wireTime,
});
export type WireTrade = z.output<typeof wireTrade>;

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api/Position-Information-V3 */
export const wirePosition = z.object({
  symbol: wireSymbol,
  positionSide,
  positionAmt: wireDecimal,
  entryPrice: wireDecimal,
  updateTime: z.int(),
});
export type WirePosition = z.output<typeof wirePosition>;

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/account/rest-api/Futures-Account-Balance-V3 */
export const balanceRows = z
  .array(
    z.object({
      asset: z.string(),
      balance: wireDecimal,
      availableBalance: wireDecimal,
      marginAvailable: z.optional(z.boolean()),
    }),
  )
  .check(z.minLength(1));

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/account/rest-api/Get-Income-History */
const wireIncome = z.object({
  symbol: z.string(),
  incomeType: z.string(),
  income: wireDecimal,
  asset: z.string(),
  time: wireTime,
  tranId: wireId,
  tradeId: z.union([z.literal(''), wireId]),
});
export type WireIncome = z.output<typeof wireIncome>;
export const incomeRows = z.array(wireIncome);

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/account/rest-api/Account-Config */
export const accountConfig = z.object({ dualSidePosition: z.boolean(), multiAssetsMargin: z.boolean() });
/** https://developers.binance.com/docs/derivatives/usds-margined-futures/account/rest-api/Symbol-Config */
export const symbolConfigs = z.array(
  z.object({ symbol: wireSymbol, marginType: z.string(), leverage: z.int().check(z.gte(1)) }),
);
/** https://developers.binance.com/docs/derivatives/usds-margined-futures/account/rest-api/User-Commission-Rate */
export const commissionRate = z.object({ makerCommissionRate: wireDecimal, takerCommissionRate: wireDecimal });
/** A row of which only the symbol is validated yet. */
export const namedRow = z.looseObject({ symbol: wireSymbol });

/** https://developers.binance.com/docs/wallet/account/api-key-permission */
export const keyRestrictions = z.object({
  ipRestrict: z.boolean(),
  enableReading: z.boolean(),
  enableFutures: z.boolean(),
  enableWithdrawals: z.boolean(),
});

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Symbol-Price-Ticker-v2 */
export const signedPrice = z.object({ symbol: wireSymbol, price: wireDecimal, time: wireTime });
