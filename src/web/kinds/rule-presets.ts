import { familyOf } from '#engine/bots/families.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import type { KindPreset } from './kind-view.ts';

const price = { price: 'close' } as const;
const line = (value: string) => ({ const: value });
const above = (a: object, b: object) => ({ op: 'crosses_above', a, b });
const below = (a: object, b: object) => ({ op: 'crosses_below', a, b });

const RSI = { ind: 'rsi', n: 14 };
const FAST = { ind: 'ema', n: 20 };
const SLOW = { ind: 'ema', n: 50 };
const MACD = { ind: 'macd', out: 'line' };
const MACD_SIGNAL = { ind: 'macd', out: 'signal' };
const TREND = { ind: 'supertrend', out: 'direction' };
const band = (out: string) => ({ ind: 'bbands', n: 20, k: 2, out });
const channel = (out: string) => ({ ind: 'donchian', n: 20, out });

const stop = (mult: string) => ({ type: 'atr', n: 14, mult });

/** Six strategies that are known by name, each long and short, with one percent of the wallet at risk. */
const strategies = {
  rsi: {
    timeframe: '15m',
    buy: { enter: above(RSI, line('30')), exit: above(RSI, line('60')), stop: stop('3') },
    sell: { enter: below(RSI, line('70')), exit: below(RSI, line('40')), stop: stop('3') },
  },
  bands: {
    timeframe: '15m',
    buy: { enter: above(price, band('lower')), exit: above(price, band('mid')), stop: stop('2') },
    sell: { enter: below(price, band('upper')), exit: below(price, band('mid')), stop: stop('2') },
  },
  averages: {
    timeframe: '1h',
    buy: { enter: above(FAST, SLOW), exit: below(FAST, SLOW), stop: stop('3') },
    sell: { enter: below(FAST, SLOW), exit: above(FAST, SLOW), stop: stop('3') },
  },
  macd: {
    timeframe: '1h',
    buy: { enter: above(MACD, MACD_SIGNAL), exit: below(MACD, MACD_SIGNAL), stop: stop('3') },
    sell: { enter: below(MACD, MACD_SIGNAL), exit: above(MACD, MACD_SIGNAL), stop: stop('3') },
  },
  breakout: {
    timeframe: '1h',
    buy: { enter: above(price, channel('upper')), exit: below(price, channel('mid')), stop: stop('2') },
    sell: { enter: below(price, channel('lower')), exit: above(price, channel('mid')), stop: stop('2') },
  },
  supertrend: {
    timeframe: '1h',
    buy: { enter: above(TREND, line('0')), exit: below(TREND, line('0')), stop: stop('3') },
    sell: { enter: below(TREND, line('0')), exit: above(TREND, line('0')), stop: stop('3') },
  },
} as const;

const NAMES = Object.keys(strategies) as (keyof typeof strategies)[]; // Its own keys, which TypeScript types as any string.

/** Strategies to start with. */
export function rulePresets(): readonly KindPreset[] {
  const { params } = familyOf(ruleStrategy.kind);
  return NAMES.map((id) => ({
    id,
    name: (t) => t(`rule.preset.${id}`),
    params: params.parse({ sizing: { type: 'risk_percent', value: '1' }, leverage: 3, ...strategies[id] }),
  }));
}
