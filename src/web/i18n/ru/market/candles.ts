import type { candleMessages as english } from '../../en/market/candles.ts';

export const candleMessages = {
  'market.chart.time': 'Время, UTC',
  'market.chart.open': 'Открытие',
  'market.chart.high': 'Максимум',
  'market.chart.low': 'Минимум',
  'market.chart.close': 'Закрытие',
  'market.chart.newest': 'Последние {shown} из {count} свечей',
  'market.chart.volume': 'Объём',
} as const satisfies Record<keyof typeof english, string>;
