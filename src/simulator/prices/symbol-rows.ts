import type { TIERS } from './tiers.ts';

/** State of a listing around the market's first start. */
type Listing = 'old' | 'halted' | 'new';

/** One contract. Start prices of generated contracts are invented, within the order of magnitude of the real coin. */
export interface SymbolRow {
  readonly symbol: string;
  readonly tick: string;
  readonly step: string;
  /** Minimum notional of an order, USDT. */
  readonly notionalMin: string;
  /** Maximum quantity of a limit order and of a market order, in coins. */
  readonly limitMax: number;
  readonly marketMax: number;
  readonly tiers: keyof typeof TIERS;
  readonly sector: string;
  readonly fundingHours: 1 | 4 | 8;
  readonly startPrice: string;
  /** Mean daily volume and mean open interest, in millions of USDT. */
  readonly dayVolume: number;
  readonly openInterest: number;
  readonly listing: Listing;
}

type Cells = readonly [
  symbol: string,
  tick: string,
  step: string,
  notionalMin: string,
  limitMax: number,
  marketMax: number,
  tiers: keyof typeof TIERS,
  sector: string,
  fundingHours: 1 | 4 | 8,
  startPrice: string,
  dayVolume: number,
  openInterest: number,
  listing?: Listing,
];

/** Bitcoin first, then by volume. The first six are those of the bundled recording, with its grids. */
const ROWS: readonly Cells[] = [
  ['BTCUSDT', '0.1', '0.001', '100', 1_000, 120, 'bitcoin', 'PoW', 8, '96000', 12_000, 7_500],
  ['ETHUSDT', '0.01', '0.001', '20', 10_000, 2_000, 'ether', 'Layer-1', 8, '2400', 9_000, 5_000],
  ['SOLUSDT', '0.01', '0.01', '5', 100_000, 20_000, 'large', 'Layer-1', 8, '150', 3_000, 1_400],
  ['XRPUSDT', '0.0001', '0.1', '5', 1_000_000, 1_000_000, 'large', 'Payment', 8, '2.2', 1_600, 900],
  ['BNBUSDT', '0.01', '0.01', '5', 100_000, 20_000, 'large', 'Layer-1', 8, '620', 700, 450],
  ['LINKUSDT', '0.001', '0.01', '5', 100_000, 100_000, 'large', 'Oracle', 8, '15', 300, 220],
  ['DOGEUSDT', '0.00001', '1', '5', 50_000_000, 30_000_000, 'large', 'Meme', 8, '0.2', 1_200, 600],
  ['ADAUSDT', '0.0001', '1', '5', 2_000_000, 300_000, 'large', 'Layer-1', 8, '0.7', 450, 260],
  ['1000PEPEUSDT', '0.0000001', '1', '5', 900_000_000, 50_000_000, 'large', 'Meme', 4, '0.01', 420, 180],
  ['SUIUSDT', '0.0001', '0.1', '5', 5_000_000, 600_000, 'large', 'Layer-1', 8, '3.5', 400, 210],
  ['AVAXUSDT', '0.001', '0.1', '5', 500_000, 100_000, 'large', 'Layer-1', 8, '22', 300, 160],
  ['TRXUSDT', '0.00001', '1', '5', 10_000_000, 5_000_000, 'large', 'Layer-1', 8, '0.25', 260, 170],
  ['LTCUSDT', '0.01', '0.001', '20', 10_000, 5_000, 'large', 'PoW', 8, '90', 250, 150],
  ['BCHUSDT', '0.01', '0.001', '20', 10_000, 850, 'large', 'PoW', 8, '400', 220, 140],
  ['DOTUSDT', '0.001', '0.1', '5', 1_000_000, 250_000, 'large', 'Layer-0', 8, '4.5', 180, 110],
  ['AAVEUSDT', '0.01', '0.01', '5', 1_000_000, 5_000, 'large', 'DeFi', 8, '200', 170, 120],
  ['NEARUSDT', '0.0001', '1', '5', 500_000, 60_000, 'large', 'Layer-1', 8, '2.6', 160, 90],
  ['1000SHIBUSDT', '0.000001', '1', '5', 50_000_000, 10_000_000, 'large', 'Meme', 8, '0.014', 150, 80],
  ['UNIUSDT', '0.0001', '1', '5', 1_000_000, 60_000, 'large', 'DeFi', 8, '6', 140, 85],
  ['APTUSDT', '0.0001', '0.1', '5', 2_000_000, 50_000, 'middle', 'Layer-1', 8, '5', 120, 60],
  ['FILUSDT', '0.0001', '0.1', '5', 1_000_000, 200_000, 'middle', 'Storage', 8, '2.8', 110, 70],
  ['ETCUSDT', '0.001', '0.01', '20', 100_000, 20_000, 'middle', 'PoW', 8, '18', 105, 75],
  ['ARBUSDT', '0.0001', '0.1', '5', 20_000_000, 700_000, 'middle', 'Layer-2', 8, '0.4', 100, 55],
  ['OPUSDT', '0.0001', '0.1', '5', 2_000_000, 300_000, 'middle', 'Layer-2', 8, '0.8', 90, 50],
  ['INJUSDT', '0.001', '0.1', '5', 1_000_000, 20_000, 'middle', 'DeFi', 8, '11', 85, 45],
  ['ATOMUSDT', '0.001', '0.01', '5', 1_000_000, 40_000, 'middle', 'Layer-0', 8, '4.6', 80, 48],
  ['HBARUSDT', '0.00001', '1', '5', 10_000_000, 2_000_000, 'middle', 'Layer-1', 8, '0.18', 78, 44],
  ['XLMUSDT', '0.00001', '1', '5', 10_000_000, 1_000_000, 'middle', 'Payment', 8, '0.28', 75, 42],
  ['ICPUSDT', '0.001', '0.1', '5', 1_000_000, 30_000, 'middle', 'Layer-1', 8, '5.2', 60, 34],
  ['SEIUSDT', '0.00001', '1', '5', 5_000_000, 1_000_000, 'middle', 'Layer-1', 4, '0.2', 58, 30],
  ['RENDERUSDT', '0.001', '0.1', '5', 1_000_000, 60_000, 'middle', 'AI', 8, '4.4', 56, 32],
  ['FETUSDT', '0.0001', '1', '5', 1_000_000, 300_000, 'middle', 'AI', 8, '0.75', 54, 30],
  ['LDOUSDT', '0.0001', '1', '5', 1_000_000, 200_000, 'middle', 'DeFi', 8, '0.9', 50, 28],
  ['ALGOUSDT', '0.0001', '0.1', '5', 10_000_000, 1_000_000, 'middle', 'Layer-1', 8, '0.22', 46, 26],
  ['VETUSDT', '0.00001', '1', '5', 50_000_000, 5_000_000, 'middle', 'Layer-1', 8, '0.028', 42, 24],
  ['GALAUSDT', '0.00001', '1', '5', 10_000_000, 5_000_000, 'middle', 'Gaming', 4, '0.017', 40, 20],
  ['SANDUSDT', '0.0001', '1', '5', 5_000_000, 500_000, 'middle', 'Metaverse', 8, '0.3', 36, 20],
  ['AXSUSDT', '0.001', '1', '5', 1_000_000, 30_000, 'middle', 'Gaming', 8, '2.7', 30, 17],
  ['CRVUSDT', '0.0001', '0.1', '5', 5_000_000, 500_000, 'middle', 'DeFi', 8, '0.7', 34, 18],
  ['GRTUSDT', '0.00001', '1', '5', 10_000_000, 1_000_000, 'middle', 'AI', 8, '0.1', 28, 15],
  ['EGLDUSDT', '0.001', '0.1', '5', 10_000, 3_000, 'small', 'Layer-1', 8, '16', 18, 9],
  ['CHZUSDT', '0.00001', '1', '5', 10_000_000, 2_000_000, 'small', 'Fan token', 8, '0.04', 17, 9],
  ['KAVAUSDT', '0.0001', '0.1', '5', 1_000_000, 100_000, 'small', 'DeFi', 4, '0.45', 12, 6],
  ['ZILUSDT', '0.00001', '1', '5', 10_000_000, 3_000_000, 'small', 'Layer-1', 8, '0.012', 10, 5],
  ['ENJUSDT', '0.00001', '1', '5', 10_000_000, 500_000, 'small', 'Gaming', 4, '0.08', 8, 4],
  ['COTIUSDT', '0.00001', '1', '5', 10_000_000, 500_000, 'small', 'Payment', 1, '0.07', 5, 2.5],
  ['ONTUSDT', '0.0001', '0.1', '5', 1_000_000, 200_000, 'small', 'Layer-1', 1, '0.15', 4, 2],
  ['TIAUSDT', '0.0001', '1', '5', 1_000_000, 100_000, 'middle', 'Modular', 4, '2.6', 90, 30, 'new'],
  ['WAVESUSDT', '0.0001', '0.1', '5', 1_000_000, 50_000, 'small', 'Layer-1', 8, '1.2', 6, 3, 'halted'],
];

/** The contracts of the simulated exchange, by symbol. */
export const SYMBOL_ROWS: readonly SymbolRow[] = ROWS.map((cells) => {
  const [symbol, tick, step, notionalMin, limitMax, marketMax, tiers, sector] = cells;
  const [, , , , , , , , fundingHours, startPrice, dayVolume, openInterest, listing = 'old'] = cells;
  const grids = { symbol, tick, step, notionalMin, limitMax, marketMax, tiers, sector };
  return { ...grids, fundingHours, startPrice, dayVolume, openInterest, listing };
});
