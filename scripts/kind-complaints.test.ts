import { expect, it } from 'vitest';
import { kindComplaints } from './kind-complaints.ts';
import { factsOf } from './source-facts.ts';

const LINE = 'const kinds = [`/api/dca-bot/get-bots`, "custom-bot"];\n';
const complaintsIn = (file: string, text = LINE) => kindComplaints(factsOf(file, text));

it('the check for kinds refuses the name of a kind where code should ask the registry', () => {
  expect(
    complaintsIn('src/server/bots/make-bot.ts')
      .map((line) => line.split(';')[0])
      .sort(),
  ).toEqual([
    'src/server/bots/make-bot.ts:1: names the kind custom-bot',
    'src/server/bots/make-bot.ts:1: names the kind dca-bot',
  ]);
});

it.each([
  'src/engine/bots/registry.ts',
  'src/web/kinds/kind-views.ts',
  'src/storage/migrations/0001/plan-tables.ts',
  'src/server/bots/refusals.db.test.ts',
  'tests/e2e/pages.e2e.test.ts',
])('the check for kinds lets %s name kinds', (file) => {
  expect(complaintsIn(file)).toEqual([]);
});

it('the check for kinds ignores longer names and comments', () => {
  expect(complaintsIn('src/lab/a.ts', "// The dca-bot.\nconst name = 'my-dca-bots';\n")).toEqual([]);
});
