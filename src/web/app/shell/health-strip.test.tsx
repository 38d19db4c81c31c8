import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { liveStore, type Status } from '#web/api/live/live-store.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { tellStatus } from '../../../../tests/support/told-status.ts';
import { HealthStrip } from './health-strip.tsx';

function show(change: Partial<Status>): void {
  tellStatus(change);
  drawPage(<HealthStrip onCommand={() => {}} onStopAll={() => {}} />);
}

afterEach(() => liveStore.clear());

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

  it.each<[string, Partial<Status>]>([
    ['Exchange not responding', { exchange: 'silent' }],
    ['Market data 14 min behind', { marketMinutesBehind: 14, isMarketBehind: true }],
  ])('the strip shows "%s" with a link to the market', async (words, change) => {
    show(change);
    await waitFor(() => expect(screen.getByRole('link').textContent).toBe(words));
    expect(screen.getByRole('link').getAttribute('href')).toBe('/market');
  });
});
