import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw, russianText } from '../../../../tests/support/draw.tsx';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { Card } from './card.tsx';
import { HeaderCreateButton } from './create-button.tsx';
import { Empty } from './empty.tsx';
import { AlarmBanner, Note } from './note.tsx';
import { Page } from './page.tsx';
import { ProblemNote } from './problem.tsx';
import { SkeletonBlock, SkeletonRows } from './skeleton.tsx';
import { TabButtons, TabLinks } from './tabs.tsx';
import { TitledPart } from './titled-part.tsx';

afterEach(() => vi.restoreAllMocks());

const onPhone = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (media) => ({ ...noListeners, matches: media.includes('max-width: 767px'), media }) as unknown as MediaQueryList,
    );
const noListeners = { addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} };

describe('a page', () => {
  const page = (
    <Page
      kind="paper"
      title="Majors ladder"
      crumbs={[{ label: 'Portfolios', to: '/portfolios' }]}
      facts="3 bots, no limit"
      actions={<button type="button">New paper bot</button>}
    >
      <p>Content</p>
    </Page>
  );

  it('has one heading, the way back above it, and its name in the tab of the browser', async () => {
    await openPage(page);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Majors ladder');
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumbs' });
    expect(within(crumbs).getByRole('link', { name: 'Portfolios' }).getAttribute('href')).toBe('/portfolios');
    expect(document.title).toContain('Majors ladder');
  });

  it('of paper bots is framed as such', async () => {
    const { container } = await openPage(page);
    expect(container.querySelector('header')?.dataset['kind']).toBe('paper');
  });

  it('on a phone has its facts below the header, so that the title keeps its line', async () => {
    onPhone();
    const { container } = await openPage(page);
    expect(container.querySelector('header')?.textContent).not.toContain('3 bots');
    expect(screen.getByText('3 bots, no limit')).toBeTruthy();
  });

  it('axe finds nothing grave in it', async () => {
    await openPage(page);
    expect(await domFindings()).toEqual([]);
  });
});

describe('tabs', () => {
  it('with an address are links, of which the present one is marked', async () => {
    const items = [
      { label: 'Overview', to: '/dca/portfolio/p1', isActive: true },
      { label: 'Bots', to: '/dca/portfolio/p1', search: { tab: 'bots' }, count: 3, isActive: false },
    ];
    await openPage(<TabLinks label="Portfolio" items={items} />, { at: '/dca/portfolio/p1' });
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Overview', '/dca/portfolio/p1'],
      ['Bots3', '/dca/portfolio/p1?tab=bots'],
    ]);
    const current = screen.getAllByRole('link').map((link) => link.getAttribute('aria-current'));
    expect(current).toEqual(['page', null]);
  });

  it('within a page tell which part is wanted, and which is shown', async () => {
    const onChange = vi.fn();
    const items = [
      { value: 'now', label: 'Now' },
      { value: 'settings', label: 'Settings', count: 4 },
    ] as const;
    draw(<TabButtons label="Parts" value="now" onChange={onChange} items={items} />);
    expect(screen.getByRole('group', { name: 'Parts' })).toBeTruthy();
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Now');
    await userEvent.click(screen.getByRole('button', { name: /^Settings/ }));
    expect(onChange).toHaveBeenCalledWith('settings');
  });
});

describe('what a page says of trouble', () => {
  it('danger is announced at once; a warning and a hint wait to be read', () => {
    draw(<Note tone="warn" title="The disk is almost full." />);
    draw(<Note tone="info" title="Figures are simulated." />);
    expect(screen.queryByRole('alert')).toBeNull();
    draw(
      <Note tone="danger" title="The order was refused.">
        Raise the step size.
      </Note>,
    );
    expect(screen.getByRole('alert').textContent).toBe('The order was refused.Raise the step size.');
  });

  it('an alarm has its repair in it, and no cross to close it', () => {
    draw(
      <AlarmBanner
        title="AVAX grid holds an unprotected position."
        actions={<button type="button">Place a stop</button>}
      >
        61.3 AVAX long
      </AlarmBanner>,
    );
    const alarm = screen.getByRole('alert');
    expect(
      within(alarm)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Place a stop']);
  });

  it('a failed call is told in words with a way to repeat it, in the language of the user', async () => {
    const onRetry = vi.fn();
    draw(<ProblemNote error={new ApiError('DATABASE_UNAVAILABLE')} onRetry={onRetry} />, russianText);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toMatch(/[а-яё]{3,}/i);
    await userEvent.click(within(alert).getByRole('button', { name: 'Повторить' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('a failure that cannot be repeated offers no button', () => {
    draw(<ProblemNote error={new Error('x')} />);
    expect(within(screen.getByRole('alert')).queryByRole('button')).toBeNull();
  });
});

describe('nothing to show', () => {
  it('is one sentence, one action and one link', () => {
    draw(
      <Empty title="No bots yet." action={<button type="button">New paper bot</button>} link={<a href="/x">Presets</a>}>
        A bot runs one strategy.
      </Empty>,
    );
    expect(screen.getByRole('heading', { level: 2, name: 'No bots yet.' })).toBeTruthy();
    expect([screen.getAllByRole('button').length, screen.getAllByRole('link').length]).toEqual([1, 1]);
  });

  it('is the heading of the page when it replaces the whole page', () => {
    draw(<Empty title="This bot was deleted." heading="h1" />);
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  });
});

describe('what is still being loaded', () => {
  it('keeps the place of its rows, unread by screen readers', () => {
    const { container } = draw(<SkeletonRows rows={4} height={46} />);
    const skeleton = container.querySelector('[data-skeleton]');
    expect(skeleton?.getAttribute('aria-hidden')).toBe('true');
    expect([...(skeleton?.children ?? [])].map((row) => (row as HTMLElement).style.height)).toEqual(
      Array.from({ length: 4 }, () => '46px'),
    );
  });

  it('keeps the place of a chart', () => {
    const { container } = draw(<SkeletonBlock height={340} />);
    expect(container.querySelector<HTMLElement>('[data-skeleton] > div')?.style.height).toBe('340px');
  });
});

describe('parts of a page', () => {
  it('a card without title and acts has no empty header', () => {
    const { container } = draw(<Card>content</Card>);
    expect(container.querySelector('header')).toBeNull();
    draw(<Card title="Equity">content</Card>);
    expect(screen.getByRole('heading', { level: 2, name: 'Equity' })).toBeTruthy();
  });

  it('a part of a drawer is named by its heading, and leads on from there', () => {
    draw(
      <TitledPart title="Working orders" link={<a href="/dca/logs">Log</a>}>
        <p>none</p>
      </TitledPart>,
    );
    const part = screen.getByRole('region', { name: 'Working orders' });
    expect(within(part).getByRole('link', { name: 'Log' })).toBeTruthy();
  });

  it('the act that makes more of a list keeps its name on a phone, where only its sign is seen', async () => {
    onPhone();
    const onClick = vi.fn();
    draw(<HeaderCreateButton label="New paper bot" onClick={onClick} />);
    const button = screen.getByRole('button', { name: 'New paper bot' });
    expect([button.textContent, button.style.height]).toEqual(['', '44px']);
    await userEvent.click(button);
    expect(onClick).toHaveBeenCalledTimes(1);
  });
});
