import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { LateSelect } from './late-select.tsx';

const data = [
  { value: '', label: 'All bots' },
  { value: 'b1', label: 'BNB patient' },
];

it('a choice shows what is chosen before its code is there, and then opens its list', async () => {
  const onChange = vi.fn();
  const user = userEvent.setup();
  Element.prototype.scrollIntoView = () => {}; // jsdom has no layout.
  drawPage(<LateSelect label="Bot" value="" onChange={onChange} data={data} />);
  expect(await screen.findByRole('textbox', { name: 'Bot' })).toHaveProperty('value', 'All bots');
  await user.click(await screen.findByRole('combobox', { name: 'Bot' }, { timeout: 20_000 }));
  await user.click(await screen.findByRole('option', { name: 'BNB patient' }));
  expect(onChange.mock.calls[0]?.[0]).toBe('b1');
});
