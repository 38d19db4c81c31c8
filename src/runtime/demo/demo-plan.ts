import type { LadderParamsInput } from '#engine/model/ladder-params.ts';

export interface DemoBot {
  readonly name: string;
  readonly symbol: string;
  /** Name of its saved strategy. */
  readonly strategy: string;
  readonly comment: string;
  readonly params: LadderParamsInput;
}

export interface DemoPortfolio {
  readonly name: string;
  readonly comment: string;
  readonly bots: readonly DemoBot[];
}

/** USDT in the paper wallet of each portfolio. */
export const DEMO_WALLET = '10000';

/**
 * Settings only: results are computed from the recorded candles when the demo is loaded. The bots trade long, short and
 * both, with and without a stop; some ladders are deep and slow, some shallow and quick.
 */
export const DEMO_PLAN: readonly DemoPortfolio[] = [
  {
    name: 'Majors ladder',
    comment: 'Large contracts, moderate leverage, every ladder covered by the wallet.',
    bots: [
      {
        name: 'BTC steady long',
        symbol: 'BTCUSDT',
        strategy: 'Steady long',
        comment: 'Five wide steps under the price, small profit, no stop.',
        params: {
          direction: 'buy',
          baseOrderSize: '600',
          safetyOrderSize: '600',
          safetyOrdersCount: 5,
          stepPercent: '0.8',
          stepScale: '1.3',
          volumeScale: '1.4',
          takeProfitPercent: '0.6',
          leverage: 10,
          marginType: 'cross',
          cooldownS: 600,
        },
      },
      {
        name: 'ETH two-way',
        symbol: 'ETHUSDT',
        strategy: 'Two-way swing',
        comment: 'Long and short at once: one side earns while the other averages.',
        params: {
          direction: 'both',
          baseOrderSize: '300',
          safetyOrderSize: '300',
          safetyOrdersCount: 6,
          stepPercent: '1.2',
          stepScale: '1.25',
          volumeScale: '1.25',
          takeProfitPercent: '1',
          stopLossPercent: '16',
          leverage: 10,
          marginType: 'cross',
          cooldownS: 1_800,
        },
      },
      {
        name: 'BNB patient long',
        symbol: 'BNBUSDT',
        strategy: 'Patient long',
        comment: 'Trails its profit instead of taking it at once.',
        params: {
          direction: 'buy',
          baseOrderSize: '500',
          safetyOrderSize: '400',
          safetyOrdersCount: 4,
          stepPercent: '0.9',
          stepScale: '1.4',
          volumeScale: '1.5',
          takeProfitPercent: '0.8',
          tpOrder: 'market_trigger',
          trailingPercent: '0.3',
          leverage: 8,
          marginType: 'cross',
        },
      },
    ],
  },
  {
    name: 'Alt grid',
    comment: 'Smaller contracts: quick cycles, each with its own isolated margin.',
    bots: [
      {
        name: 'SOL quick long',
        symbol: 'SOLUSDT',
        strategy: 'Quick long',
        comment: 'Many short cycles with a stop behind the last step.',
        params: {
          direction: 'buy',
          baseOrderSize: '400',
          safetyOrderSize: '400',
          safetyOrdersCount: 4,
          stepPercent: '0.7',
          stepScale: '1.2',
          volumeScale: '1.3',
          takeProfitPercent: '0.7',
          stopLossPercent: '6',
          leverage: 10,
          cooldownS: 300,
        },
      },
      {
        name: 'XRP fade short',
        symbol: 'XRPUSDT',
        strategy: 'Fade short',
        comment: 'Sells into rises, stop above the last step.',
        params: {
          direction: 'sell',
          baseOrderSize: '300',
          safetyOrderSize: '300',
          safetyOrdersCount: 5,
          stepPercent: '1',
          stepScale: '1.2',
          volumeScale: '1.3',
          takeProfitPercent: '0.9',
          stopLossPercent: '10',
          leverage: 8,
          cooldownS: 900,
        },
      },
      {
        name: 'LINK two-way',
        symbol: 'LINKUSDT',
        strategy: 'Narrow two-way',
        comment: 'A narrow grid on both sides.',
        params: {
          direction: 'both',
          baseOrderSize: '250',
          safetyOrderSize: '250',
          safetyOrdersCount: 5,
          stepPercent: '0.9',
          stepScale: '1.2',
          volumeScale: '1.2',
          takeProfitPercent: '0.8',
          stopLossPercent: '9',
          leverage: 8,
          cooldownS: 600,
        },
      },
    ],
  },
];
