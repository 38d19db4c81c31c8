import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { russianText } from '../../../../../tests/support/draw.tsx';
import { drawPage } from '../../../../../tests/support/draw-page.tsx';
import type { Strategy } from '../strategy-queries.ts';
import { CompareDialog } from './compare-dialog.tsx';

const OLD: LadderParamsInput = { baseOrderSize: '100', safetyOrdersCount: 2, cooldownS: 60, marginType: 'isolated' };
const NEW: LadderParamsInput = { ...OLD, stepPercent: '1.25', stopLossPercent: '12', marginType: 'cross' };

function versionOf(version: number, params: LadderParamsInput): Strategy {
  const createdAt = '2025-05-26T05:00:00.000Z';
  return {
    ...{ strategyId: 's', name: 'Patient', kind: 'dca-bot', version, comment: '', symbol: 'ETHUSDT', bots: [] },
    ...{ params: ladderParams.parse(params), createdAt, updatedAt: createdAt },
    versions: [3, 2, 1].map((one) => ({ version: one, createdAt })),
  };
}

beforeAll(() => Promise.all([textWith('rules', 'en'), textWith('rules', 'ru')]));

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    const version = Number(new URL(url, 'http://botyard.test').searchParams.get('version'));
    return Response.json(objectToSnake(versionOf(version, version === 2 ? NEW : OLD)));
  });
});
afterEach(() => vi.unstubAllGlobals());

const drawDialog = (at: string, text?: typeof russianText) =>
  drawPage(<CompareDialog strategy={versionOf(3, NEW)} />, { kind: 'dca-bot', at, ...(text ? { text } : {}) });

async function cellsOf(name: string): Promise<(string | null)[][]> {
  const table = await screen.findByRole('table', { name });
  const rows = within(table).getAllByRole('row').slice(1);
  return rows.map((row) => [...row.children].map((cell) => cell.textContent));
}

it('two versions of a strategy are compared in words and figures, without what is the same', async () => {
  drawDialog('/?against=1');
  expect(await cellsOf('Parameters that differ')).toEqual([
    ['First step', '1\u00a0%', '1.25\u00a0%'],
    ['Stop-loss', 'off', '12\u00a0%'],
    ['Margin', 'Isolated', 'Cross'],
  ]);
  expect(await cellsOf('Orders that differ')).toEqual([
    ['Step 1', '1 % away, 100.00 USDT', '1.25 % away, 100.00 USDT'],
    ['Step 2', '2 % away, 100.00 USDT', '2.5 % away, 100.00 USDT'],
  ]);
  expect(screen.getByText('1 order is the same.')).toBeTruthy();
  expect(await domFindings()).toEqual([]);
});

it('versions that set the same are said to be the same', async () => {
  drawDialog('/?against=2');
  expect(await screen.findByText('Both versions set the same parameters.')).toBeTruthy();
});

it('closing the comparison takes it out of the address', async () => {
  const { router } = drawDialog('/?against=1&version=3');
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(router.state.location.search).toEqual({ version: '3' });
});

it('a Russian reader compares versions in Russian', async () => {
  drawDialog('/?against=1', russianText);
  expect(await cellsOf('Различия в параметрах')).toContainEqual(['Стоп-лосс', 'нет', '12\u00a0%']);
  expect(screen.getByText('1 ордер не изменился.')).toBeTruthy();
});
