import { describe, expect, it } from 'vitest';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { marketMinute } from '#engine/scan/market-minutes.ts';
import { recordedHistory } from './recorded-history.ts';
import { loadRecording, RECORDING_MINUTES, RECORDING_START } from './recording.ts';

const minuteAt = (minutes: number) => instantOf(RECORDING_START + minutes * MINUTE_MS);

describe('the recording as a stored past', () => {
  it('contains every candle and settlement of the recording', async () => {
    const [history, recording] = [await recordedHistory(['BTCUSDT']), await loadRecording(['BTCUSDT'])];
    const recorded = recording.get('BTCUSDT');
    expect(history.minutes).toBe(RECORDING_MINUTES);
    expect(history.symbols.get('BTCUSDT')?.columns).toEqual(recorded?.columns);
    const settled = [...(recorded?.funding ?? [])];
    expect(settled.length).toBeGreaterThan(80);
    for (const [minute, rate] of settled) expect(marketMinute(history, minute).funding('BTCUSDT')).toBe(rate);
  });

  it('contains only the requested minutes, counted from the first of them', async () => {
    const whole = await recordedHistory(['ETHUSDT']);
    const part = await recordedHistory(['ETHUSDT'], { from: minuteAt(1_000), to: minuteAt(3_000) });
    expect([part.start, part.minutes]).toEqual([minuteAt(1_000), 2_000]);
    for (let index = 0; index < 2_000; index += 1) {
      const [here, there] = [marketMinute(part, index), marketMinute(whole, index + 1_000)];
      expect(here.candle('ETHUSDT')).toEqual(there.candle('ETHUSDT'));
      expect(here.funding('ETHUSDT')).toBe(there.funding('ETHUSDT'));
    }
    expect(part.symbols.get('ETHUSDT')?.funding.minute.length).toBeGreaterThan(2);
  });

  it('refuses minutes that were not recorded', async () => {
    await expect(recordedHistory(['BTCUSDT'], { from: minuteAt(RECORDING_MINUTES), to: null })).rejects.toThrow(
      'it goes from 2025-05-04T15:37:00.000Z to 2025-06-03T15:32:00.000Z',
    );
    await expect(recordedHistory(['BTCUSDT'], { from: null, to: minuteAt(0) })).rejects.toThrow(
      'none of these minutes',
    );
  });
});
