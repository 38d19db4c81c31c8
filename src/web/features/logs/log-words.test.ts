import { expect, it } from 'vitest';
import type { BlockReason, StopPosition } from '#engine/model/atom.ts';
import type { CloseReason } from '#engine/model/cycle.ts';
import type { DealKind } from '#engine/model/order.ts';
import { figureWords } from '#engine/report/note-templates.ts';
import { textWith } from '#web/i18n/text.tsx';
import { figureValue } from './log-words.ts';

/** What an account writes into a figure that is no number; an adopted position is told by a sentence of its own. */
type WrittenCode = CloseReason | BlockReason | StopPosition | `deal_${Exclude<DealKind, 'adopt'>}` | 'on' | 'off';
const written = Object.keys({
  ...{ take_profit: 1, trailing: 1, stop_loss: 1, exit_signal: 1, time_limit: 1, manual: 1, bot_stop: 1 },
  ...{ liquidation: 1, entry_expired: 1, entry_refused: 1, delisting: 1, adl: 1, external: 1, detached: 1 },
  ...{ ASSET_EXCLUDED: 1, MAX_OPEN_CYCLES: 1, PORTFOLIO_LIMIT_EXCEEDED: 1, INSUFFICIENT_MARGIN: 1, LADDER_REFUSED: 1 },
  ...{ protect: 1, close: 1, detach: 1, deal_open: 1, deal_add: 1, deal_reduce: 1, deal_close: 1, on: 1, off: 1 },
} satisfies Record<WrittenCode, 1>);

it.each(['en', 'ru'] as const)('in %s the opened entry of a log has a word for every code', async (language) => {
  const t = await textWith('logs', language);
  const codes = [...written, ...Object.keys(figureWords)];
  expect(codes.filter((code) => !t.has(`word.${code}`))).toEqual([]);
});

it.each([
  ['en', '26 May 08:05 UTC'],
  ['ru', '26 мая 08:05 UTC'],
] as const)('in %s the opened entry of a log tells a time as it is told elsewhere', async (language, told) => {
  expect(figureValue('2025-05-26T08:05:00.000Z', await textWith('logs', language))).toBe(told);
});

it('the opened entry of a log names a code in words', async () => {
  expect(figureValue('take_profit', await textWith('logs', 'en'))).toBe('take profit');
});
