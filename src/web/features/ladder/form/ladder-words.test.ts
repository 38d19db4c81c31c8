import { expect, it } from 'vitest';
import { wholeText } from '#web/i18n/text.tsx';
import { reasonText } from './ladder-words.ts';

it('a computed distance reads with four digits in Russian, and a typed one as it was typed', async () => {
  const figures = { level: 3, deviationPercent: '9.954381', stopLossPercent: '5.12345', beyondPercent: '9.955' };
  const reason = (code: string) => ({ code, detail: '', figures });
  const russian = await wholeText('ru');
  expect(reasonText(reason('LEVEL_OUT_OF_ORDER'), russian)).toMatch(/^Шаг 3 на 9,954 % ближе предыдущего\./);
  expect(reasonText(reason('SL_INSIDE_LADDER'), russian)).toBe(
    'Стоп-лосс 5,12345 % сработает раньше, чем исполнится шаг 3. Отодвиньте его дальше 9,955 % или уменьшите число шагов.',
  );
});
