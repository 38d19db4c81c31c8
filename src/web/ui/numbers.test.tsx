import { render } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberText } from '#web/i18n/number-text.ts';
import { TextProvider } from '#web/i18n/text.tsx';
import { englishText } from '../../../tests/support/draw.tsx';
import { checkProperty } from '../../../tests/support/property.ts';
import { roundDecimal } from './values/format.ts';
import { Money } from './values/money.tsx';
import { Pct } from './values/pct.tsx';
import { Price } from './values/price.tsx';

const figure = (node: React.ReactNode) => render(<TextProvider initial={englishText}>{node}</TextProvider>);
const textOf = (node: React.ReactNode) => figure(node).container.textContent;

describe('figures', () => {
  it.each([
    ['1622.755', '+1,622.76'],
    ['-0.004', '0.00'],
    ['-66.39', '\u221266.39'],
    ['0', '0.00'],
    ['9007199254740993.12345678', '+9,007,199,254,740,993.12'],
  ])('a result of %s reads %s', (value, shown) => {
    expect(textOf(<Money value={value} />)).toBe(shown);
  });

  it('an amount has no plus sign, and a missing value is a dash', () => {
    expect(textOf(<Money value="8214.9" kind="amount" unit="USDT" />)).toBe('8,214.90 USDT');
    expect(textOf(<Money value={null} />)).toBe('\u2013');
  });

  it('gains and losses are marked by sign and colour, zero by neither', () => {
    const classOf = (value: string) => figure(<Money value={value} />).container.firstElementChild?.className;
    expect(new Set([classOf('1'), classOf('-1'), classOf('0.001')]).size).toBe(3);
  });

  it('a price has the decimals of its tick, padded to the longest of its column', () => {
    const { container } = figure(<Price value="106664.3" pad={4} />);
    expect(container.textContent).toBe('106,664.3000');
    expect(container.querySelector('[aria-hidden]')?.textContent).toBe('000');
  });

  it('a percentage shows its sign', () => {
    expect(textOf(<Pct value="1.005" unit />)).toBe('+1.01\u00a0%');
    expect(textOf(<Pct value="64" kind="plain" decimals={0} unit />)).toBe('64\u00a0%');
  });

  it('rounding is half away from zero and exact, in the text as in the tone', () => {
    const count = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
    checkProperty(
      fc.property(count, (thousandths) => {
        const size = thousandths < 0n ? -thousandths : thousandths;
        const digits = String(size).padStart(4, '0');
        const text = `${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
        const cents = (size + 5n) / 10n;
        const expected = thousandths < 0n ? -cents : cents;
        expect(BigInt(roundDecimal(text, 2).replace('.', ''))).toBe(expected);
        expect(BigInt(numberText(text, 'en', { decimals: 2 }).replaceAll(/[.,]/g, '').replace('\u2212', '-'))).toBe(
          expected,
        );
      }),
      100,
    );
  });

  it.each([
    ['en', '-1234567.000100', '\u22121,234,567.000100'],
    ['ru', '-1234567.000100', '\u22121\u00a0234\u00a0567,000100'],
    ['ru', '9007199254740993.5', '9\u00a0007\u00a0199\u00a0254\u00a0740\u00a0993,5'],
    ['ru', '-0.00', '0,00'],
  ] as const)('in %s the number %s reads %s', (language, text, shown) => {
    expect(numberText(text, language)).toBe(shown);
  });
});
