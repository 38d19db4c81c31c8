import { describe, expect, it } from 'vitest';
import { wholeText } from '#web/i18n/text.tsx';
import { curveEvents } from './curve-events.ts';

const line = (minute: number, code: string, version?: string) => ({
  code,
  ts: new Date(Date.UTC(2025, 4, 25, 0, minute)).toISOString(),
  figures: version === undefined ? [] : [{ name: 'version', value: version }],
});

describe('the marks of a curve', () => {
  it('starts, stops and new versions are marked in the order in which they happened', async () => {
    const t = await wholeText('en');
    const lines = [line(300, 'BOT_FINISHED'), line(200, 'LADDER_REPLACED', '3'), line(100, 'BOT_RESTARTED')];
    expect(curveEvents(lines, t).map(({ text }) => text)).toEqual(['Start', 'v3', 'Stop']);
  });

  it('six bots that start together leave one mark', async () => {
    const t = await wholeText('en');
    const lines = Array.from({ length: 6 }, (_, bot) => line(bot, 'BOT_STARTED'));
    expect(curveEvents(lines, t)).toHaveLength(1);
  });
});
