import type { Text } from '#web/i18n/text.tsx';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import type { ListedTest } from '../test-queries.ts';
import { symbolsText, testPeriodText } from '../test-words.ts';
import { TestStatus } from './test-columns.tsx';

/** A test on the phone. */
export function testCard(test: ListedTest, t: Text): CardParts {
  return {
    title: test.name,
    figure: <Pct kind="result" value={test.best?.returnPercent} unit />,
    state: <TestStatus test={test} t={t} />,
    aside: symbolsText(test.symbols, t),
    below: testPeriodText(test, t),
  };
}
