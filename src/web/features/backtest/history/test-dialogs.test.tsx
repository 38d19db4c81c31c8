import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelTest, deleteTest, setTestProps } from '#contract/tests/test-condition.ts';
import { type Text, textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { runningTest, toldTest } from '../../../../../tests/support/told-tests.ts';
import type { ListedTest } from '../test-queries.ts';
import { ComparePoints } from './compare-button.tsx';
import { TestProgress } from './queue-card.tsx';
import { StarButton } from './star-button.tsx';
import { TestActs } from './test-acts.tsx';

let text: Text;
beforeAll(async () => {
  text = await textWith('backtest', 'en');
});

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
});
afterEach(() => vi.unstubAllGlobals());

async function openDialog(name: RegExp, test: ListedTest = toldTest()) {
  const page = await openPage(<TestActs test={test} />, { text });
  const opener = screen.getByRole('button', { name });
  await page.user.click(opener);
  const dialog = await screen.findByRole('dialog');
  const button = (label: string) => within(dialog).getByRole<HTMLButtonElement>('button', { name: label });
  return { ...page, opener, dialog, button };
}
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the dialog for name, tags and note of a test', () => {
  const open = (test?: ListedTest) => openDialog(/^Edit name/, test);

  it('begins at the name, with what is stored', async () => {
    const { dialog } = await open();
    const name = within(dialog).getByLabelText<HTMLInputElement>('Name');
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(name.value).toBe('ETH ladder: step × take profit');
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Note').value).toBe('The plateau is what counts.');
  });

  it('cannot be saved without a name, and says why', async () => {
    const { dialog, user, button } = await open();
    await user.clear(within(dialog).getByLabelText('Name'));
    expect(dialog.textContent).toContain('Enter a name.');
    expect(button('Save').disabled).toBe(true);
    await user.type(within(dialog).getByLabelText('Name'), 'A');
    expect(button('Save').disabled).toBe(false);
  });

  it('takes at most ten tags, each once', async () => {
    const { dialog, user, button } = await open(toldTest({ tags: [] }));
    const tags = within(dialog).getByLabelText('Tags');
    await user.click(tags);
    await user.paste('a, b, c, d, e, f, g, h, i, j, k');
    expect(dialog.textContent).toContain('Use at most 10 tags.');
    expect(button('Save').disabled).toBe(true);
    await user.clear(tags);
    await user.paste('a, , a,b ');
    server.answers(setTestProps, toldTest());
    await user.click(button('Save'));
    await gone();
    expect(server.bodiesOf(setTestProps)).toMatchObject([{ tags: ['a', 'b'] }]);
  });

  it('a refusal is told in it, and what was typed stays', async () => {
    const { dialog, user, button } = await open();
    server.refuses(setTestProps, 'OVERLOADED');
    await user.type(within(dialog).getByLabelText('Name'), ' 2');
    await user.click(button('Save'));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('The server is overloaded.');
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('ETH ladder: step × take profit 2');
    expect(button('Save').disabled).toBe(false);
  });

  it('while it is being saved it cannot be saved again', async () => {
    const { user, button } = await open();
    server.keepsWaiting(setTestProps);
    await user.click(button('Save'));
    await user.click(button('Save'));
    expect(server.bodiesOf(setTestProps)).toHaveLength(1);
    expect(button('Save').getAttribute('aria-busy')).toBe('true');
  });

  it.each(['Escape', 'Cancel', 'Close'])('%s leaves it without saving, and the focus returns', async (way) => {
    const { user, button, opener } = await open();
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await user.click(button(way));
    await gone();
    expect(server.bodiesOf(setTestProps)).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('axe finds nothing grave in it', async () => {
    await open();
    expect(await domFindings()).toEqual([]);
  });
});

describe('the dialog that deletes a test', () => {
  const open = (test?: ListedTest) => openDialog(/^Delete/, test);

  it('of one that is computed says that it is cancelled first', async () => {
    const { dialog } = await open(runningTest());
    expect(dialog.textContent).toContain('It is cancelled first.');
  });

  it('of one that has ended does not, and says what stays', async () => {
    const { dialog } = await open();
    expect(dialog.textContent).not.toContain('It is cancelled first.');
    expect(dialog.textContent).toContain('Strategies, bots and candles.');
  });

  it('a refusal is told in it, and another try is possible', async () => {
    const { dialog, user, button } = await open();
    server.refuses(deleteTest, 'DATABASE_UNAVAILABLE');
    await user.click(button('Delete the test'));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('The database does not answer.');
    server.answers(deleteTest, { conditionId: 't1', isDeleted: true });
    await user.click(button('Delete the test'));
    await gone();
  });

  it('Escape leaves it, and nothing is deleted', async () => {
    const { user } = await open();
    await user.keyboard('{Escape}');
    await gone();
    expect(server.requests).toEqual([]);
  });

  it('axe finds nothing grave in it', async () => {
    await open(runningTest());
    expect(await domFindings()).toEqual([]);
  });
});

describe('a test that is computed', () => {
  it('that cannot be cancelled says why, and can be tried again', async () => {
    server.refuses(cancelTest, 'DATABASE_UNAVAILABLE');
    const { user } = await openPage(<TestProgress test={runningTest()} />, { text });
    const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel Three symbols' });
    await user.click(cancel);
    expect((await screen.findByRole('alert')).textContent).toContain('The database does not answer.');
    expect(cancel.disabled).toBe(false);
  });

  it('is cancelled once, however often its button is pressed', async () => {
    server.keepsWaiting(cancelTest);
    const { user } = await openPage(<TestProgress test={runningTest()} />, { text });
    const cancel = screen.getByRole('button', { name: 'Cancel Three symbols' });
    await user.click(cancel);
    await user.click(cancel);
    expect(server.requests).toHaveLength(1);
  });
});

describe('comparing points', () => {
  const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `b${index}`);

  it.each([0, 1])('is not offered for %s of them', async (count) => {
    await openPage(<ComparePoints botIds={idsOf(count)} />, { text });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('of more than ten is off, with the reason beside it', async () => {
    await openPage(<ComparePoints botIds={idsOf(11)} />, { text });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Compare 11' }).disabled).toBe(true);
    expect(screen.getByText('From two to 10 points can be compared.')).toBeTruthy();
  });
});

it('a star that the server refuses is taken back', async () => {
  server.refuses(setTestProps, 'OVERLOADED');
  const { user } = await openPage(<StarButton test={toldTest({ isStarred: false })} size={26} />, { text });
  const star = screen.getByRole('button', { name: /^Star/ });
  await user.click(star);
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'));
  expect(server.bodiesOf(setTestProps)).toEqual([{ conditionId: 't1', isStarred: true }]);
});
