import type { Reply } from '#contract/call.ts';
import type { getLogs } from '#contract/cycle.ts';
import type { CurveEvent } from '#web/charts/canvas/equity-drawing.ts';
import type { Text } from '#web/i18n/text.tsx';

type Line = Pick<Reply<typeof getLogs>['items'][number], 'code' | 'ts' | 'figures'>;

const HOUR_MS = 3_600_000;

/** Starts, stops and new versions as marks of the curve, oldest first; the same mark stands once an hour. */
export function curveEvents(lines: readonly Line[], t: Text): readonly CurveEvent[] {
  const events = lines.map((line) => ({ time: Date.parse(line.ts), text: wordOf(line, t) }));
  const unique = new Map(events.map((event) => [`${Math.floor(event.time / HOUR_MS)} ${event.text}`, event]));
  return [...unique.values()].sort((a, b) => a.time - b.time);
}

function wordOf({ code, figures }: Line, t: Text): string {
  if (code === 'LADDER_REPLACED') {
    return t('cycles.event.version', { version: figures.find(({ name }) => name === 'version')?.value ?? '' });
  }
  return t(code === 'BOT_STOPPED' || code === 'BOT_FINISHED' ? 'cycles.event.stop' : 'cycles.event.start');
}
