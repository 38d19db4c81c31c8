import { dema } from './averages/dema.ts';
import { ema } from './averages/ema.ts';
import { hma } from './averages/hma.ts';
import { rma } from './averages/rma.ts';
import { sma } from './averages/sma.ts';
import { tema } from './averages/tema.ts';
import { vwma } from './averages/vwma.ts';
import { wma } from './averages/wma.ts';
import { atr } from './bands/atr.ts';
import { bbands } from './bands/bbands.ts';
import { donchian } from './bands/donchian.ts';
import { keltner } from './bands/keltner.ts';
import { natr } from './bands/natr.ts';
import { supertrend } from './bands/supertrend.ts';
import type { Indicator } from './indicator.ts';
import { basis } from './market/basis.ts';
import { dayOfWeek, hourOfDay } from './market/calendar.ts';
import { drawdownFromHigh } from './market/drawdown-from-high.ts';
import { fundingRate, predictedFundingRate } from './market/funding-rate.ts';
import { oiChangePercent } from './market/oi-change-percent.ts';
import { priceChangePercent } from './market/price-change-percent.ts';
import { cci } from './oscillators/cci.ts';
import { macd } from './oscillators/macd.ts';
import { mfi } from './oscillators/mfi.ts';
import { momentum } from './oscillators/momentum.ts';
import { ppo } from './oscillators/ppo.ts';
import { roc } from './oscillators/roc.ts';
import { rsi } from './oscillators/rsi.ts';
import { stoch } from './oscillators/stoch.ts';
import { stochrsi } from './oscillators/stochrsi.ts';
import { willr } from './oscillators/willr.ts';
import { barsInPosition, barsSinceExit, levelsFilled, unrealizedPercent } from './position/position-variables.ts';
import { btcCorr } from './statistics/btc-corr.ts';
import { linregSlope } from './statistics/linreg-slope.ts';
import { stddev } from './statistics/stddev.ts';
import { zscore } from './statistics/zscore.ts';
import { adx } from './trend/adx.ts';
import { aroon } from './trend/aroon.ts';
import { highest } from './trend/highest.ts';
import { ichimoku } from './trend/ichimoku.ts';
import { lowest } from './trend/lowest.ts';
import { psar } from './trend/psar.ts';
import { cmf } from './volume/cmf.ts';
import { obv } from './volume/obv.ts';
import { takerBuyRatio } from './volume/taker-buy-ratio.ts';
import { volumeRatio } from './volume/volume-ratio.ts';
import { vwap } from './volume/vwap.ts';

/** Every indicator, in the order in which lists show them. */
export const INDICATORS: readonly Indicator[] = [
  sma,
  ema,
  wma,
  rma,
  dema,
  tema,
  hma,
  vwma,
  rsi,
  stoch,
  stochrsi,
  macd,
  ppo,
  cci,
  willr,
  mfi,
  atr,
  natr,
  bbands,
  roc,
  momentum,
  obv,
  cmf,
  vwap,
  volumeRatio,
  takerBuyRatio,
  adx,
  aroon,
  psar,
  supertrend,
  ichimoku,
  highest,
  lowest,
  donchian,
  zscore,
  stddev,
  linregSlope,
  keltner,
  priceChangePercent,
  drawdownFromHigh,
  fundingRate,
  predictedFundingRate,
  oiChangePercent,
  btcCorr,
  basis,
  hourOfDay,
  dayOfWeek,
  barsInPosition,
  unrealizedPercent,
  levelsFilled,
  barsSinceExit,
];

/** The indicator of an id; null if there is none. */
export function indicatorOf(id: string): Indicator | null {
  return INDICATORS.find((indicator) => indicator.id === id) ?? null;
}
