import { expect, it } from 'vitest';
import type { ReportQuestion } from '#storage/tests/report-question.ts';
import { startReports } from './start-reports.ts';

const ENGINE = 'this engine';

/** Of no test that was ever planned: an assertion fails where it is read. */
const question = (engineVersion: string) =>
  ({
    plan: {},
    data: [],
    symbols: ['ETHUSDT'],
    point: [],
    botId: 'a',
    slice: 'whole',
    engineVersion,
  }) as unknown as ReportQuestion;

it('a report that breaks an assertion ends its thread with a warning, and the next report is made in another one', async () => {
  const warnings: string[] = [];
  const reports = startReports({ folders: [], engineVersion: ENGINE }, (line) => warnings.push(line));
  await expect(reports.services.report(question(ENGINE))).rejects.toMatchObject({ code: 'ENGINE_STOPPED' });
  expect(warnings).toEqual([expect.stringMatching(/^The thread of the reports ended: \w*Error/)]);
  await expect(reports.services.report(question('another engine'))).rejects.toMatchObject({
    code: 'TEST_DATA_CHANGED',
  });
  expect(warnings).toHaveLength(1);
  await reports.stop();
});
