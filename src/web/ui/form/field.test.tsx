import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw, englishText, russianText } from '../../../../tests/support/draw.tsx';
import { AreaField, ChoiceField, NumberField, SelectField, SwitchField, TextField } from './field.tsx';

const told = vi.fn();

function Amount({ error = '' }: { readonly error?: string }) {
  const [value, setValue] = useState('');
  const change = (text: string) => {
    told(text);
    setValue(text);
  };
  return <NumberField label="Amount" unit="USDT" value={value} onChange={change} error={error} />;
}

async function type(text: string, language = englishText) {
  told.mockClear();
  draw(<Amount />, language);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await userEvent.setup().type(field, text);
  return { field, last: () => told.mock.lastCall?.[0] };
}

describe('a field for a number', () => {
  it('holds a decimal string whatever is shown: thousands stand apart, and no digit is lost', async () => {
    const { field, last } = await type('1234567.12345678');
    expect(last()).toBe('1234567.12345678');
    expect(field.value).toBe('1,234,567.12345678');
  });

  it('in Russian a comma is the decimal separator, and the string has a point', async () => {
    const { field, last } = await type('1234,5', russianText);
    expect(last()).toBe('1234.5');
    expect(field.value.replaceAll('\u00a0', ' ')).toBe('1 234,5');
  });

  it('a decimal comma on the English page is refused beside the field and becomes no other number', async () => {
    const { field, last } = await type('1,5');
    expect(last()).toBe('1,5');
    expect(field.value).toBe('1,5');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('This is not clearly one number. Write it like 1,234.5.')).toBeTruthy();
  });

  it('thousands that are typed with their comma are one number', async () => {
    const { field, last } = await type('1,234,567');
    expect([last(), field.value]).toEqual(['1234567', '1,234,567']);
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });

  it('a pasted decimal comma that replaces a formatted number is refused', async () => {
    const { field, last } = await type('1234');
    field.setSelectionRange(0, field.value.length);
    await userEvent.setup().paste('1,5');
    expect([last(), field.value]).toEqual(['1,5', '1,5']);
  });

  it('letters are refused and not left out, so that 1e5 never becomes 15', async () => {
    const { field, last } = await type('1e5');
    expect([last(), field.getAttribute('aria-invalid')]).toEqual(['1e5', 'true']);
  });

  it('a fraction in a field of whole numbers is refused and not read as ten times as much', async () => {
    const onChange = vi.fn();
    const Whole = () => {
      const [value, setValue] = useState('');
      return (
        <NumberField
          label="Bars"
          decimals={0}
          value={value}
          onChange={(text) => {
            onChange(text);
            setValue(text);
          }}
        />
      );
    };
    draw(<Whole />);
    await userEvent.setup().type(screen.getByLabelText('Bars'), '1.5');
    expect(onChange.mock.lastCall?.[0]).toBe('1.5');
    expect(screen.getByText('Enter a whole number.')).toBeTruthy();
  });

  it('deleting a digit of a formatted number leaves the other digits', async () => {
    const { field, last } = await type('1234567{Backspace}{Backspace}');
    expect([last(), field.value]).toEqual(['12345', '12,345']);
  });

  it('a digit typed in the middle leaves the caret behind it, however the thousands move', async () => {
    const { field } = await type('123456');
    field.setSelectionRange(1, 1);
    await userEvent.setup().keyboard('9');
    expect([field.value, field.selectionStart]).toEqual(['1,923,456', 3]);
  });

  it('says what is wrong with it to a screen reader', async () => {
    draw(<Amount error="Enter a number from 1 to 5." />);
    const field = screen.getByLabelText('Amount');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    const words = described.map((id) => document.getElementById(id)?.textContent).join(' ');
    expect(words).toContain('Enter a number from 1 to 5.');
    expect(await domFindings()).toEqual([]);
  });
});

describe('the other fields', () => {
  it('a choice of two or three is one group, of which exactly one is chosen, also by the keyboard', async () => {
    const onChange = vi.fn();
    const options = ['buy', 'sell', 'both'].map((value) => ({ value, label: value.toUpperCase() }));
    draw(<ChoiceField label="Direction" value="buy" onChange={onChange} options={options} />);
    const chosen = screen.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.checked);
    expect(chosen.map((radio) => radio.value)).toEqual(['buy']);
    expect(screen.getByRole('radiogroup', { name: 'Direction' })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'SELL' }));
    expect(onChange.mock.calls).toEqual([['sell']]);
  });

  it('a list shows what is chosen and tells what is chosen next', async () => {
    const onChange = vi.fn();
    const options = [
      { value: 'mark', label: 'Mark price' },
      { value: 'last', label: 'Last price' },
    ];
    draw(<SelectField label="Trigger" value="mark" onChange={onChange} options={options} />);
    const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Trigger' });
    expect(list.selectedOptions[0]?.label).toBe('Mark price');
    await userEvent.selectOptions(list, 'Last price');
    expect(onChange.mock.calls).toEqual([['last']]);
  });

  it('a switch tells its new state', async () => {
    const onChange = vi.fn();
    draw(<SwitchField label="Opens long cycles" checked onChange={onChange} />);
    await userEvent.click(screen.getByRole('switch', { name: 'Opens long cycles' }));
    expect(onChange.mock.calls).toEqual([[false]]);
  });

  it('a text tells every letter, and a complaint stands with its field', async () => {
    const onChange = vi.fn();
    draw(
      <>
        <TextField label="Name" value="" onChange={onChange} error="Enter a name." />
        <AreaField label="Comment" value="" onChange={onChange} />
      </>,
    );
    await userEvent.type(screen.getByLabelText('Name'), 'A');
    await userEvent.type(screen.getByLabelText('Comment'), 'b');
    expect(onChange.mock.calls).toEqual([['A'], ['b']]);
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Comment').getAttribute('aria-invalid')).not.toBe('true');
    expect(await domFindings()).toEqual([]);
  });
});
