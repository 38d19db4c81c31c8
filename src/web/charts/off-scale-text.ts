import type { Text } from '#web/i18n/text.tsx';
import { axisNumber } from './axis-number.ts';
import type { CandlePicture, OffScaleLine } from './candle-picture.ts';

/** "▼ Liquidation 612.08, below the chart". */
export function offScaleText(
  picture: Pick<CandlePicture, 'lines' | 'decimals'>,
  { id, edge }: OffScaleLine,
  t: Text,
): string {
  const line = picture.lines.find((one) => one.id === id);
  if (line === undefined) return '';
  const figure = { name: line.title, price: axisNumber(line.price, picture.decimals) };
  return edge === 'above' ? `▲ ${t('chart.above', figure)}` : `▼ ${t('chart.below', figure)}`;
}
