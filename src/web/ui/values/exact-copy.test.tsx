import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draw } from '../../../../tests/support/draw.tsx';
import { copyExactly } from './exact-copy.ts';
import { Money } from './money.tsx';
import { Price } from './price.tsx';

let stop: () => void;

beforeEach(() => {
  stop = copyExactly(document);
});

afterEach(() => stop());

/** What a copy of the selection puts on the clipboard; null when the browser copies by itself. */
function copied(): string | null {
  const told: string[] = [];
  const event = new Event('copy', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { setData: (_type: string, text: string) => void told.push(text) } });
  document.dispatchEvent(event);
  return event.defaultPrevented ? (told[0] ?? null) : null;
}

function select(from: Node, fromOffset: number, to: Node, toOffset: number): void {
  document.getSelection()?.setBaseAndExtent(from, fromOffset, to, toOffset);
}

describe('a copied figure', () => {
  it('money is copied with its exact value, and the page still shows two decimals', () => {
    const { container } = draw(<Money value="-9953.33000001" />);
    const letters = container.querySelector('[data-exact]')?.firstChild as Text;
    select(letters, 0, letters, letters.length);
    expect(copied()).toBe('-9953.33000001');
    expect(letters.data).toBe('\u22129,953.33');
    expect(document.getSelection()?.toString()).toBe('\u22129,953.33');
  });

  it('every figure of a selected line is exact, the words between them stay', () => {
    const { container } = draw(
      <p>
        Equity <Money value="10000.12345678" kind="amount" unit="USDT" /> at <Price value="2604.3759" decimals={2} />.
      </p>,
    );
    const line = container.querySelector('p') as HTMLElement;
    select(line, 0, line, line.childNodes.length);
    expect(copied()).toBe('Equity 10000.12345678 USDT at 2604.3759.');
  });

  it('a cut figure is copied as it is cut, and text without figures is left to the browser', () => {
    const { container } = draw(
      <p>
        words <Money value="1234.567" />
      </p>,
    );
    const line = container.querySelector('p') as HTMLElement;
    const letters = container.querySelector('[data-exact]')?.firstChild as Text;
    select(letters, 1, letters, 4);
    expect(copied()).toBeNull();
    select(line.firstChild as Text, 0, line.firstChild as Text, 5);
    expect(copied()).toBeNull();
  });
});
