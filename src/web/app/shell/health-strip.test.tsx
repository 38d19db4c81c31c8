import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { liveStore, type Status } from '#web/api/live/live-store.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { tellStatus } from '../../../../tests/support/told-status.ts';
import { HealthStrip } from './health-strip.tsx';

function show(change: Partial<Status>, heardAt?: number): void {
  tellStatus(change, heardAt);
  drawPage(<HealthStrip onCommand={() => {}} onStopAll={() => {}} onNotices={() => {}} />);
}

afterEach(() => {
  liveStore.clear();
  liveStore.setLine('connecting');
});

describe('the health strip', () => {
  it('the strip shows nothing about a healthy exchange', async () => {
    show({});
    await screen.findByText('2 of 2 running');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each<[string, Partial<Status>]>([
    ['Disk full', { engine: 'paused', disk: 'full' }],
    ['Disk full', { engine: 'paused', disk: 'full', database: 'unreachable' }],
    ['Database not responding', { engine: 'paused', database: 'unreachable' }],
    ['Disk almost full', { disk: 'low' }],
  ])('the strip shows "%s" and says what that means for the bots', async (words, change) => {
    show(change);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words));
    expect(screen.getByTitle(/bots/i)).toBeDefined();
    expect(screen.queryByText('paused') !== null).toBe(change.engine === 'paused');
  });

  it.each<[string, Partial<Status>, 'open' | 'lost']>([
    ['running', {}, 'open'],
    ['waiting', { exchange: 'silent' }, 'open'],
    ['paused', { engine: 'paused', exchange: 'silent' }, 'open'],
    ['no contact', {}, 'lost'],
    ['no contact', { beatAt: '2025-05-26T07:59:30.000Z' }, 'open'],
  ])('the strip says that the engine is "%s" for the status %o on a line that is %s', async (word, change, line) => {
    liveStore.setLine(line);
    show(change, 'beatAt' in change ? Date.now() : undefined);
    await screen.findByText('2 of 2 running');
    expect(document.querySelector('[data-part="engine"] b')?.textContent).toBe(word);
  });

  it.each<[string, Partial<Status>]>([
    ['Exchange not responding', { exchange: 'silent' }],
    ['Market data 14 min behind', { marketMinutesBehind: 14, isMarketBehind: true }],
  ])('the strip shows "%s" with a link to the market', async (words, change) => {
    show(change);
    await waitFor(() => expect(screen.getByRole('link').textContent).toBe(words));
    expect(screen.getByRole('link').getAttribute('href')).toBe('/market');
  });
});

describe('what the health strip counts', () => {
  const part = (name: string) => document.querySelector(`[data-part="${name}"]`)?.textContent;

  it('results of today stand apart for live and paper, with their exact values', async () => {
    show({ todayLive: '-3.5', todayPaper: '1204.56789' });
    await screen.findByText('2 of 2 running');
    expect([part('live'), part('paper')]).toEqual(['Today, live −3.50', 'Today, paper +1,204.57 USDT']);
    expect(screen.getByText('+1,204.57').getAttribute('title')).toBe('1,204.56789');
  });

  it.each<[string, Partial<Status>, string]>([
    ['1 in error', { botsInError: 1, botsInErrorKind: 'dca-bot' }, 'needs'],
    [
      'Unprotected: 2, by design',
      { unprotected: 2, unprotectedByDesign: 2, unprotectedKind: 'dca-bot' },
      'unprotected',
    ],
    [
      'Unprotected: 3, stop-loss missing: 1',
      { unprotected: 3, unprotectedByDesign: 2, unprotectedKind: 'dca-bot' },
      'unprotected',
    ],
  ])('"%s" leads to the bots that it counts', async (words, change, filter) => {
    show(change);
    const link = await screen.findByRole('link', { name: words });
    expect(link.getAttribute('href')).toBe(`/dca/bots?show=${filter}`);
  });

  it('unprotected bots of another kind lead to the bots of that kind', async () => {
    show({ unprotected: 1, unprotectedByDesign: 1, unprotectedKind: 'custom-bot' });
    const link = await screen.findByRole('link', { name: 'Unprotected: 1, by design' });
    expect(link.getAttribute('href')).toBe('/custom/bots?show=unprotected');
  });

  it('bots in error of another kind lead to the bots of that kind', async () => {
    show({ botsInError: 2, botsInErrorKind: 'custom-bot' });
    const link = await screen.findByRole('link', { name: '2 in error' });
    expect(link.getAttribute('href')).toBe('/custom/bots?show=needs');
  });

  it('no result of today is shown while the engine catches up: cycles may be missing from it', async () => {
    show({ engine: 'catching-up', todayLive: '-3.5', todayPaper: '1204.56789' });
    await screen.findByText('2 of 2 running');
    expect([part('live'), part('paper')]).toEqual(['Today, live –', 'Today, paper –']);
    reactAct(() => tellStatus({ engine: 'running', todayLive: '-3.5', todayPaper: '1204.56789' }));
    expect([part('live'), part('paper')]).toEqual(['Today, live −3.50', 'Today, paper +1,204.57 USDT']);
  });

  it('without a market of its own no clock of the market is shown', async () => {
    show({ environment: 'demo' });
    expect(await screen.findByText('DEMO')).toBeTruthy();
    expect(part('market')).toBeUndefined();
    reactAct(() => tellStatus({ marketSpeed: 600, marketRound: 2 }));
    expect(part('market')).toBe('26 May 08:00 ×600');
  });

  it('a wide window says of which market the clock is and in which round, and has the time of day beside it', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: true, media: query }) as unknown as MediaQueryList,
    );
    show({ marketSpeed: 600, marketRound: 2 });
    await screen.findByText('Market 26 May 08:00 · ×600 · round 2');
    expect(screen.getByText(/ local$/)).toBeTruthy();
    vi.restoreAllMocks();
  });

  it('before the first word of the server it says that it connects, and shows no figure', async () => {
    drawPage(<HealthStrip onCommand={() => {}} onStopAll={() => {}} onNotices={() => {}} />);
    const strip = await screen.findByRole('region', { name: 'System health' });
    expect(within(strip).getByText('Connecting')).toBeTruthy();
    expect(within(strip).queryByRole('button', { name: 'Stop all…' })).toBeNull();
    expect(part('bots')).toBeUndefined();
  });

  it.each([
    [2, true],
    [0, false],
  ])('with %i bots "Stop all…" is offered: %s', async (botsTotal, isOffered) => {
    const onStopAll = vi.fn();
    tellStatus({ botsTotal, botsRunning: 0 });
    drawPage(<HealthStrip onCommand={() => {}} onStopAll={onStopAll} onNotices={() => {}} />);
    await screen.findByText(`0 of ${botsTotal} running`);
    const button = screen.queryByRole('button', { name: 'Stop all…' });
    expect(button !== null).toBe(isOffered);
    if (button) await userEvent.click(button);
    expect(onStopAll).toHaveBeenCalledTimes(isOffered ? 1 : 0);
  });
});
