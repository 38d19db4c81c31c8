import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw } from '../../../../tests/support/draw.tsx';
import { SideDrawer } from './drawer.tsx';

interface Ends {
  readonly hasPrevious?: boolean;
  readonly hasNext?: boolean;
}

function open({ hasPrevious = true, hasNext = true }: Ends = {}) {
  const acts = { onClose: vi.fn(), onPrevious: vi.fn(), onNext: vi.fn() };
  draw(
    <>
      <label>
        Search <input />
      </label>
      <table>
        <tbody>
          <tr tabIndex={0}>
            <td>A row</td>
          </tr>
        </tbody>
      </table>
      <SideDrawer
        title="Alpha"
        facts="running"
        footer="the acts"
        onClose={acts.onClose}
        onPrevious={hasPrevious ? acts.onPrevious : undefined}
        onNext={hasNext ? acts.onNext : undefined}
      >
        What it holds
      </SideDrawer>
    </>,
  );
  const drawer = screen.getByRole('complementary');
  const calls = () => Object.entries(acts).flatMap(([name, act]) => act.mock.calls.map(() => name));
  return { ...acts, drawer, calls, user: userEvent.setup() };
}

const KEYS = [
  ['{Escape}', 'onClose'],
  ['k', 'onPrevious'],
  ['{ArrowUp}', 'onPrevious'],
  ['j', 'onNext'],
  ['{ArrowDown}', 'onNext'],
] as const;

describe('the drawer beside a list', () => {
  it('holds its title, facts, content and acts', () => {
    const { drawer } = open();
    expect(within(drawer).getByRole('heading', { level: 2, name: 'Alpha' })).toBeTruthy();
    for (const text of ['running', 'What it holds', 'the acts']) expect(within(drawer).getByText(text)).toBeTruthy();
  });

  it.each(KEYS)('the key %s calls %s from anywhere on the page', async (key, act) => {
    const { calls, user } = open();
    await user.keyboard(key);
    expect(calls()).toEqual([act]);
  });

  it.each(KEYS)('the key %s belongs to a field that is typed into', async (key) => {
    const { calls, user } = open();
    await user.click(screen.getByLabelText('Search'));
    await user.keyboard(key);
    expect(calls()).toEqual([]);
  });

  it.each(KEYS)('on a row of the list the key %s stays with the list, unless it closes', async (key, act) => {
    const { calls, user } = open();
    (screen.getByText('A row').closest('tr') as HTMLElement).focus();
    await user.keyboard(key);
    expect(calls()).toEqual(key === '{Escape}' ? [act] : []);
  });

  it.each(['dialog', 'menu'])('while a %s is open above it, no key reaches it', async (role) => {
    const { calls, user } = open();
    const above = document.body.appendChild(document.createElement('div'));
    above.setAttribute('role', role);
    for (const [key] of KEYS) await user.keyboard(key);
    above.remove();
    expect(calls()).toEqual([]);
    await user.keyboard('{Escape}');
    expect(calls()).toEqual(['onClose']);
  });

  it('the Escape that closes a dialog does not close the drawer below it too', async () => {
    const { calls, user } = open();
    const above = document.body.appendChild(document.createElement('div'));
    above.setAttribute('role', 'dialog');
    const field = above.appendChild(document.createElement('button'));
    field.focus();
    const close = ({ key }: KeyboardEvent) => (key === 'Escape' ? above.remove() : undefined);
    window.addEventListener('keydown', close, { capture: true, once: true });
    await user.keyboard('{Escape}');
    expect([above.isConnected, calls()]).toEqual([false, []]);
  });

  it.each(['{Control>}j{/Control}', '{Meta>}k{/Meta}', '{Alt>}{ArrowDown}{/Alt}'])(
    'the combination %s is left to the browser',
    async (keys) => {
      const { calls, user } = open();
      await user.keyboard(keys);
      expect(calls()).toEqual([]);
    },
  );

  it.each([
    ['Previous', 'onPrevious'],
    ['Next', 'onNext'],
  ] as const)('the button %s calls %s', async (name, act) => {
    const { drawer, calls, user } = open();
    await user.click(within(drawer).getByRole('button', { name }));
    expect(calls()).toEqual([act]);
  });

  it.each([
    ['Previous', 'k', { hasPrevious: false }],
    ['Next', 'j', { hasNext: false }],
  ] as const)('at the end of the list the button %s is off and the key %s does nothing', async (name, key, end) => {
    const { drawer, calls, user } = open(end);
    expect(within(drawer).getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    await user.keyboard(key);
    expect(calls()).toEqual([]);
  });

  it('has no grave finding of axe', async () => {
    open();
    expect(await domFindings()).toEqual([]);
  });
});
