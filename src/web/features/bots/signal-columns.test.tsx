import { expect, it } from 'vitest';
import { englishText } from '../../../../tests/support/draw.tsx';
import { paperAtom, paperBot } from '../../../../tests/support/paper-bot.ts';
import type { BotLine } from './bot-rows.ts';
import { signalColumns } from './signal-columns.tsx';
import type { BotSignal } from './signal-queries.ts';

const bot = paperBot({ botId: 'a' });
const atom = paperAtom('a');
const line = { bot, atom } as unknown as BotLine; // The columns read no more of it.
const signal: BotSignal = {
  ...{ botId: 'a', atomId: 'a-ETHUSDT-buy', truth: 'false', isActing: false, knownSince: null },
  ...{ openedAt: '2025-05-05T16:45:00.000Z', closedAt: '2025-05-05T17:00:00.000Z' },
  ...{ lastTriggerAt: '2025-05-05T12:00:00.000Z', distancePercent: '173.1', distanceValue: null },
};
const column = (change: Partial<BotSignal>, id: string) =>
  signalColumns(new Map([['a-ETHUSDT-buy', { ...signal, ...change }]]), englishText).find((one) => one.id === id);

it('the last trigger of a bot is the bar that triggered, by the instant at which it opened', () => {
  expect(column({}, 'lastTrigger')?.exact?.(line)).toBe('2025-05-05T11:45:00.000Z');
});

it('the distance to an oscillator level is in its own unit, and only one of prices is a percentage', () => {
  expect(column({ distanceValue: '51.93' }, 'distance')?.exact?.(line)).toBe('51.93');
  expect(column({ distancePercent: '1.2' }, 'distance')?.exact?.(line)).toBe('1.2');
});
