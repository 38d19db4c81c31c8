import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import { missing, utcDayBefore } from '#web/ui/values/format.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import { PointName } from '../point/point-name.tsx';
import type { TestDetail } from '../test-queries.ts';
import { symbolsText } from '../test-words.ts';
import css from './result.module.css';

/** Windows one behind the other: what was best on the left, and what it then did on days that nobody had seen. */
export function WalkForwardCard({ test }: { readonly test: TestDetail }) {
  const t = useText();
  const hasSymbols = test.wallet === 'each' && test.symbols.length > 1;
  return (
    <Card
      title={t('backtest.walkForward')}
      note={t('backtest.walkForwardNote')}
      actions={<CsvButton name="walk-forward" columns={columnsOf(t)} rows={() => test.windows} />}
      isFlush
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a named group, not a set of fields and not one more landmark. */}
      <div className={css['scroll']} role="group" tabIndex={0} aria-label={t('backtest.walkForward')}>
        <table className={css['table']}>
          <thead>
            <tr>
              {hasSymbols ? <th scope="col">{t('backtest.column.symbol')}</th> : null}
              <th scope="col">{t('backtest.window.trained')}</th>
              <th scope="col">{t('backtest.window.point')}</th>
              <th scope="col" data-right>
                {t('backtest.window.inSample')}
              </th>
              <th scope="col">{t('backtest.window.traded')}</th>
              <th scope="col" data-right>
                {t('backtest.window.unseen')}
              </th>
              <th scope="col" data-right>
                {t('backtest.column.cycles')}
              </th>
            </tr>
          </thead>
          <tbody>
            {test.windows.map((window) => (
              <tr key={`${window.symbols.join()} ${window.trainFrom}`}>
                {hasSymbols ? <td>{symbolsText(window.symbols, t)}</td> : null}
                <td>{spanText(window.trainFrom, window.testFrom, t)}</td>
                <td>{window.botId === null ? missing : <PointName botId={window.botId} />}</td>
                <td data-right>
                  <Pct kind="result" value={window.train?.returnPercent} />
                </td>
                <td>{spanText(window.testFrom, window.testTo, t)}</td>
                <td data-right>
                  <Pct kind="result" value={window.test?.returnPercent} />
                </td>
                <td data-right>{window.test === null ? missing : t.number(String(window.test.cycles))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** "4 May to 20 May", without the year where both ends are of one that the page names. */
function spanText(from: string, to: string, t: Text): string {
  const end = Date.parse(to);
  return t('backtest.fromTo', {
    from: utcDayBefore(from, end, t.language),
    to: utcDayBefore(to, end, t.language),
  });
}

function columnsOf(t: Text): readonly FileColumn<TestDetail['windows'][number]>[] {
  return [
    { title: t('backtest.column.symbol'), exact: ({ symbols }) => symbols.join(' ') },
    { title: t('backtest.window.trained'), exact: ({ trainFrom, testFrom }) => `${trainFrom}/${testFrom}` },
    { title: t('backtest.window.point'), exact: ({ botId }) => botId },
    { title: t('backtest.window.traded'), exact: ({ testFrom, testTo }) => `${testFrom}/${testTo}` },
    { title: t('backtest.window.inSample'), exact: ({ train }) => train?.returnPercent ?? null },
    { title: t('backtest.window.unseen'), exact: (window) => window.test?.returnPercent ?? null },
    { title: t('backtest.column.cycles'), exact: (window) => window.test?.cycles ?? null },
  ];
}
