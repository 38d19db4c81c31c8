import { describe, expect, it } from 'vitest';
import { directionComplaints } from './direction-complaints.ts';
import { roomComplaints } from './room-complaints.ts';
import { factsOf } from './source-facts.ts';

const complaints = (file: string, specifier: string) =>
  directionComplaints(factsOf(file, `import { thing } from '${specifier}';\nexport const used = thing;\n`));

describe('the direction check', () => {
  it.each([
    ['src/server/bots/bot-routes.ts', '../../storage/bots.ts'],
    ['src/server/bots/bot-routes.ts', '#identity/sessions.ts'],
    ['src/engine/risk/margin/tiers.ts', '../../bots/registry.ts'],
    ['src/adapters/exchange-binance-usdm/market/book-ticker.ts', '../../database-embedded/native-folder.ts'],
    ['src/simulator/exchange/orders/execute-order.ts', '../../rest/http/params.ts'],
    ['src/simulator/prices/days/day.ts', '../../exchange/rows.ts'],
    ['src/web/ui/table/data-table.tsx', '../../api/api.ts'],
    ['src/web/features/bots/bots-page.tsx', '../ladder/strategy-page.tsx'],
    ['src/web/features/bots/dialogs/stop-dialog.tsx', '../../ladder/strategy-page.tsx'],
    ['src/web/features/bots/bots-page.tsx', '#server/app.ts'],
  ])('refuses an import in %s of %s', (file, specifier) => {
    expect(complaints(file, specifier)).toHaveLength(1);
  });

  it.each([
    ['src/server/bots/bot-routes.ts', '../market/market-services.ts'],
    ['src/server/bots/bot-routes.ts', '#storage/bots.ts'],
    ['src/adapters/exchange-binance-usdm/account/venue.ts', '../transport/clients.ts'],
    ['src/simulator/exchange/orders/execute-order.ts', '../../market/market.ts'],
    ['src/simulator/rest/orders/order-form.ts', '../../exchange/commands.ts'],
    ['src/web/features/bots/dialogs/stop-dialog.tsx', '../bot-rows.ts'],
    ['src/web/features/bots/bots-page.tsx', '#web/ui/page/card.tsx'],
    ['src/server/bots/refusals.db.test.ts', '../../identity/sessions.ts'],
  ])('accepts an import in %s of %s', (file, specifier) => {
    expect(complaints(file, specifier)).toEqual([]);
  });

  it('follows side-effect imports, re-exports and dynamic imports', () => {
    const text = `import '../../api/a.ts';\nexport { b } from '../../api/b.ts';\nconst c = import('../../api/c.ts');\nexport const used = c;\n`;
    expect(directionComplaints(factsOf('src/web/ui/table/data-table.tsx', text))).toHaveLength(3);
  });
});

describe('the size of folders', () => {
  it('refuses a folder with more than fifteen source files, not counting tests', () => {
    const sources = Array.from({ length: 15 }, (_, index) => `src/base/file-${index}.ts`);
    const tests = sources.map((file) => file.replace('.ts', '.test.ts'));
    expect(roomComplaints([...sources, ...tests])).toEqual([]);
    expect(roomComplaints([...sources, 'src/base/one-more.ts'])).toHaveLength(1);
  });
});
