import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw, russianText } from '../../../../tests/support/draw.tsx';
import { Button, IconButton } from './button.tsx';
import { Chips } from './chips.tsx';
import { ChoiceList } from './choice-list.tsx';
import { IntervalSwitch } from './interval-switch.tsx';
import { PasswordField } from './password-field.tsx';
import { SearchField } from './search-field.tsx';
import { Segments } from './segments.tsx';

type State = 'all' | 'running' | 'needs';

function StateChips({ onChange }: { readonly onChange: (state: State) => void }) {
  const [value, setValue] = useState<State>('all');
  const choose = (next: State) => {
    setValue(next);
    onChange(next);
  };
  return (
    <Chips
      label="State"
      value={value}
      onChange={choose}
      items={[
        { value: 'all', label: 'All', count: 1_500 },
        { value: 'running', label: 'Running', count: 6 },
        { value: 'needs', label: 'Needs you', count: 2, tone: 'danger' },
      ]}
    />
  );
}

describe('chips of a filter', () => {
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);

  it('exactly one is chosen, by click and by keyboard', async () => {
    const onChange = vi.fn();
    const user = userEvent.setup();
    draw(<StateChips onChange={onChange} />);
    expect(pressed()).toEqual(['All1,500']);
    await user.click(screen.getByRole('button', { name: /^Running/ }));
    expect(pressed()).toEqual(['Running6']);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(pressed()).toEqual(['Needs you2']);
    expect(onChange.mock.calls).toEqual([['running'], ['needs']]);
  });

  it('one that needs attention says so by an icon, too', () => {
    draw(<StateChips onChange={() => {}} />);
    expect(screen.getByRole('button', { name: /^Needs you/ }).querySelector('svg')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Running/ }).querySelector('svg')).toBeNull();
  });

  it('are one named group, and axe finds nothing grave in it', async () => {
    draw(<StateChips onChange={() => {}} />);
    expect(screen.getByRole('group', { name: 'State' })).toBeTruthy();
    expect(await domFindings()).toEqual([]);
  });
});

describe('options side by side', () => {
  const OPTIONS = [
    { value: 'buy', label: 'Long' },
    { value: 'sell', label: 'Short' },
    { value: 'both', label: 'Both' },
  ] as const;

  it('arrow keys choose the next one', async () => {
    const onChange = vi.fn();
    const user = userEvent.setup();
    draw(<Segments label="Direction" value="buy" onChange={onChange} options={OPTIONS} />);
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect(onChange).toHaveBeenCalledWith('sell');
  });

  it('that are off choose nothing', async () => {
    const onChange = vi.fn();
    draw(<Segments label="Direction" value="buy" onChange={onChange} options={OPTIONS} disabled />);
    await userEvent.click(screen.getByRole('radio', { name: 'Short' }));
    expect(onChange).not.toHaveBeenCalled();
  });

  it('may be named by a title that stands elsewhere', () => {
    draw(
      <>
        <h2 id="measured">Measured from</h2>
        <Segments label={{ id: 'measured' }} value="buy" onChange={() => {}} options={OPTIONS} />
      </>,
    );
    expect(screen.getByRole('radiogroup', { name: 'Measured from' })).toBeTruthy();
  });

  it('the lengths of a candle are words of the language', () => {
    draw(<IntervalSwitch value="15m" choices={['15m', '1h', '1d']} onChange={() => {}} />, russianText);
    expect(screen.getAllByRole('radio').map((one) => one.parentElement?.textContent)).toEqual(['15 м', '1 ч', '1 д']);
  });
});

describe('a list of choices', () => {
  it('tells the value that was chosen, not its words', async () => {
    const onChange = vi.fn();
    const options = [
      { value: '', label: 'All portfolios' },
      { value: 'p1', label: 'Majors ladder' },
    ];
    draw(<ChoiceList aria-label="Portfolio" value="" onChange={onChange} options={options} />);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Portfolio' }), 'Majors ladder');
    expect(onChange).toHaveBeenCalledWith('p1');
  });
});

describe('a field for searching', () => {
  it('is named, also while its placeholder is hidden by what is typed', async () => {
    const onChange = vi.fn();
    draw(<SearchField label="Name or symbol" value="ET" onChange={onChange} />);
    const field = screen.getByRole('searchbox', { name: 'Name or symbol' });
    await userEvent.type(field, 'H');
    expect(onChange).toHaveBeenCalledWith('ETH');
  });
});

describe('a field for a password', () => {
  function Field() {
    const [value, setValue] = useState('');
    return (
      <PasswordField label="Password" name="p" autoComplete="current-password" value={value} onChange={setValue} />
    );
  }

  it('hides what is typed until it is told to show it', async () => {
    const user = userEvent.setup();
    draw(<Field />);
    const field = screen.getByLabelText('Password') as HTMLInputElement;
    await user.type(field, 'secret');
    expect([field.type, field.value]).toEqual(['password', 'secret']);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password', pressed: true }));
    expect(field.type).toBe('password');
  });

  it('announces Caps Lock while it is on, and no longer when the field is left', () => {
    draw(<Field />);
    const field = screen.getByLabelText('Password');
    const capsLock = (isOn: boolean) => fireEvent.keyDown(field, { key: 'a', modifierCapsLock: isOn });
    capsLock(true);
    expect(screen.getByRole('status').textContent).toBe('Caps Lock is on');
    capsLock(false);
    expect(screen.getByRole('status').textContent).toBe('');
    capsLock(true);
    fireEvent.blur(field);
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('a button', () => {
  it('whose act is under way says so and takes no second click', async () => {
    const onClick = vi.fn();
    draw(
      <Button loading onClick={onClick}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(button);
    expect([button.getAttribute('aria-busy'), onClick.mock.calls.length]).toEqual(['true', 0]);
  });

  it('submits no form unless it is meant to', () => {
    draw(<Button>Cancel</Button>);
    draw(<IconButton aria-label="Undo">u</IconButton>);
    expect(screen.getAllByRole('button').map((one) => one.getAttribute('type'))).toEqual(['button', 'button']);
  });

  it('that leads somewhere is a link with the look of a button', () => {
    draw(
      <Button variant="filled" renderRoot={(look) => <a href="/dca/bots" {...look} />}>
        Open the bots
      </Button>,
    );
    const link = screen.getByRole('link', { name: 'Open the bots' });
    const button = draw(<Button variant="filled">Open</Button>).getByRole('button', { name: 'Open' });
    expect(link.className).toBe(button.className);
  });
});
