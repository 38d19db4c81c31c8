import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isUsual, type NoticeEvent, noticeChannels, noticeEvents } from './notice-events.ts';
import { noticeOfNote } from './notice-of-note.ts';

const events = Object.keys(noticeEvents) as NoticeEvent[];

it.each([
  ['LIQUIDATED', {}, 'LIQUIDATED'],
  ['BOT_ERROR', { reason: 'UNPROTECTED' }, 'UNPROTECTED'],
  ['BOT_ERROR', { reason: 'LIQUIDATED' }, 'BOT_STOPPED_BY_RISK'],
  ['STEP_FILLED', { level: 4, levels: 5 }, null],
  ['STEP_FILLED', { level: 5, levels: 5 }, 'LAST_STEP_FILLED'],
  ['STEP_FILLED', {}, null],
  ['STEP_SKIPPED', { level: 2 }, 'ORDER_REJECTED'],
  ['ENTRY_BLOCKED', { reason: 'LADDER_REFUSED' }, 'ORDER_REJECTED'],
  ['ENTRY_BLOCKED', { reason: 'INSUFFICIENT_MARGIN' }, 'ENTRY_BLOCKED'],
  ['BOT_RESTARTED', { run: 2 }, 'BOT_STARTED'],
  ['BOT_DELETED', {}, 'BOT_ENDED'],
  ['FUNDING_SETTLED', { amount: '1' }, null],
] as const)('the log line %s with %j tells %s', (code, figures, event) => {
  expect(noticeOfNote({ code, figures })).toBe(event);
});

it('nobody has to choose to be told everywhere of what is critical, and of no cycle', () => {
  for (const event of events) {
    const isEverywhere = noticeChannels.every((channel) => isUsual(event, channel));
    if (noticeEvents[event] === 'critical') expect(isEverywhere, event).toBe(true);
  }
  expect(noticeChannels.some((channel) => isUsual('CYCLE_CLOSED', channel))).toBe(false);
});

it('the document of notifications names every event with its severity', () => {
  const rows = readFileSync('docs/notifications.md', 'utf8').split('\n');
  const words = { critical: 'critical', warning: 'warning', info: 'information' } as const;
  for (const event of events) {
    const row = rows.find((line) => line.startsWith('|') && line.includes(`\`${event}\``));
    expect(row, event).toContain(`| ${words[noticeEvents[event]]} |`);
  }
});
