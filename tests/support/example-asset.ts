import type { Asset } from '#web/api/market/instrument.ts';

/** The contract of worked example 1, as the API sends it: MMR 0.004, tick 0.01, step 0.001. */
export const exampleAsset: Asset = {
  assetId: 'eth',
  futuresTicker: 'ETHUSDT',
  baseAsset: 'ETH',
  status: 'TRADING',
  tickSize: '0.01',
  stepSize: '0.001',
  minQty: '0.001',
  maxQty: '10000',
  marketMaxQty: '2000',
  minNotional: '20',
  ordersMax: 200,
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0005',
  liquidationFeeRate: '0.0125',
  brackets: [
    { notionalFloor: '0', notionalCap: '10000000', maintenanceRate: '0.004', cumulative: '0', leverageMax: 100 },
  ],
  lastPrice: '2000.00',
  lastPriceAt: '2025-05-25T00:00:00.000Z',
  markFlag: null,
  tradeCategoryId: null,
  comment: '',
  score: null,
};
