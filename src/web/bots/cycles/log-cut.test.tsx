import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { logLine } from '../../../../tests/support/told-rows.ts';
import { LogCut } from './log-cut.tsx';

beforeAll(async () => void (await textWith('logs', 'en')));

const entries = Array.from({ length: 5_000 }, () => logLine());

describe('a log that was not read to its end', () => {
  it('of marks on a curve says how many are drawn, and leads to the log up to the oldest of them', async () => {
    const search = { to: '2025-05-20T00:00:00.000Z' };
    await openPage(<LogCut log={{ entries, isCut: true }} what="marks" search={search} />, { kind: 'dca-bot' });
    await screen.findByText('The curve marks only the newest 5,000 starts, stops and new versions.');
    const link = screen.getByRole('link', { name: 'Open the whole log' });
    expect(link.getAttribute('href')).toBe('/dca/logs?to=2025-05-20T00%3A00%3A00.000Z');
    expect(await domFindings()).toEqual([]);
  });

  it('says nothing where all of it was read', async () => {
    await openPage(<LogCut log={{ entries, isCut: false }} search={{ cycle: 'c1' }} />, { kind: 'dca-bot' });
    expect(screen.queryByRole('link')).toBeNull();
  });
});
