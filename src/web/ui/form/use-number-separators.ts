import type { ClipboardEvent } from 'react';
import { separatorsOf } from '#web/i18n/number-text.ts';
import { useText } from '#web/i18n/text.tsx';

/**
 * The thousands and decimal separators of a number field in the reader's language.
 * @param onText - receives a decimal string
 */
export function useNumberSeparators(onText: (text: string) => void) {
  const { group, decimal } = separatorsOf(useText().language);
  return {
    thousandSeparator: group,
    decimalSeparator: decimal,
    allowedDecimalSeparators: [decimal, '.'],
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData.getData('text').trim();
      // Where the decimal separator is a comma, the library would drop the point of a number copied from elsewhere.
      if (decimal === '.' || !/^-?\d+\.\d+$/.test(pasted)) return;
      event.preventDefault();
      onText(pasted);
    },
  };
}
