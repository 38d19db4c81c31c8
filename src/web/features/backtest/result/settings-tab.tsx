import { trimDecimal } from '#base/decimal.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import { gridValueText, pathTitle } from '../path-words.ts';
import { ParamsList } from '../point/params-list.tsx';
import type { TestDetail } from '../test-queries.ts';
import { strategyText, testPeriodText } from '../test-words.ts';
import css from './result.module.css';

/** Everything that the test rests on: enough to come to the same result again. */
export function SettingsTab({ test }: { readonly test: TestDetail }) {
  const t = useText();
  return (
    <>
      <Card title={t('backtest.tab.settings')}>
        <dl className={css['facts']}>
          {settingsOf(test, t).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {test.note === '' ? null : (
        <Card title={t('backtest.props.note')}>
          <p className={css['noteText']}>{test.note}</p>
        </Card>
      )}
      <Card title={t('backtest.params')}>
        <ParamsList kind={test.kind} params={test.params} />
      </Card>
      {test.data.length === 0 ? null : <DataCard data={test.data} />}
    </>
  );
}

type Setting = readonly [name: string, value: string];

function settingsOf(test: TestDetail, t: Text): readonly Setting[] {
  const { costs } = test;
  const percent = (value: string | null) => (value === null ? null : `${t.number(trimDecimal(value))} %`);
  const fee = (value: string | null) => percent(value) ?? t('backtest.empty.ofContract');
  return [
    [t('backtest.strategy'), strategyText(test, t)],
    [t('backtest.period'), testPeriodText(test, t)],
    [t('start.symbols'), test.symbols.join(', ')],
    [
      t('backtest.walletUsdt'),
      `${t.number(trimDecimal(test.walletUsdt))} USDT, ${t(`backtest.wallet.${test.wallet}`)}`,
    ],
    ...test.axes.map((axis): Setting => {
      const values = axis.values.map((value) => gridValueText(value, test.kind, t));
      return [pathTitle(axis.path, test, t), values.join('; ')];
    }),
    [t('backtest.cost.makerFeePercent'), fee(costs.makerFeePercent)],
    [t('backtest.cost.takerFeePercent'), fee(costs.takerFeePercent)],
    [t('backtest.cost.slippagePercent'), percent(costs.slippagePercent) ?? ''],
    [t('backtest.cost.spreadPercent'), percent(costs.spreadPercent) ?? ''],
    [t('backtest.cost.volumeCapPercent'), percent(costs.volumeCapPercent) ?? ''],
    [t('backtest.cost.fundingRatePercent'), percent(costs.fundingRatePercent) ?? t('backtest.empty.refuse')],
    [t('backtest.brackets'), t(`backtest.brackets.${costs.brackets}`)],
    [t('backtest.fillPath'), t(`backtest.fillPath.${test.fillPath}`)],
    [t('backtest.rankBy'), t(`backtest.rank.${test.rankBy}`)],
    ...checksOf(test, t),
    [t('backtest.engine'), shortVersion(test.engineVersion)],
    ...(test.dataHash === null ? [] : [[t('backtest.dataHash'), test.dataHash.slice(0, HASH_SHOWN)] as const]),
    [t('backtest.column.created'), utcMinute(test.createdAt, t.language)],
  ];
}

/** So much of a hash tells two apart. */
const HASH_SHOWN = 16;

/** The number of the release, and as much of its commit as tells it from others. */
function shortVersion(version: string): string {
  const [release = '', commit] = version.split('+');
  return commit === undefined ? release : `${release}+${commit.slice(0, HASH_SHOWN)}`;
}

function checksOf({ outOfSamplePercent, walkForward, sample, trials }: TestDetail, t: Text): readonly Setting[] {
  const ratio = (value: string | null | undefined) => (value == null ? null : t.number(value, { decimals: 2 }));
  const known: readonly (readonly [name: string, value: string | null])[] = [
    [t('backtest.outOfSample'), outOfSamplePercent === null ? null : `${outOfSamplePercent} %`],
    [t('backtest.walkForward'), walkForward && t('backtest.windowDays', walkForward)],
    [t('backtest.sample'), sample && t('backtest.sampleOf', sample)],
    [t('backtest.trials'), trials && t.number(String(trials.count))],
    [t('backtest.sharpeBest'), ratio(trials?.sharpeBest)],
    [t('backtest.sharpeByLuck'), ratio(trials?.sharpeByLuck)],
    [t('backtest.deflatedSharpe'), ratio(trials?.deflatedSharpe)],
    [t('backtest.rankCorrelation'), ratio(trials?.rankCorrelation)],
  ];
  return known.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}

function DataCard({ data }: Pick<TestDetail, 'data'>) {
  const t = useText();
  return (
    <Card
      title={t('backtest.data')}
      actions={<CsvButton name="data" columns={columnsOf(t)} rows={() => data} />}
      isFlush
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a named group, not a set of fields and not one more landmark. */}
      <div className={css['scroll']} role="group" tabIndex={0} aria-label={t('backtest.data')}>
        <table className={css['table']}>
          <thead>
            <tr>
              {(['symbol', 'source', 'terms', 'from', 'to'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`backtest.data.${column}`)}
                </th>
              ))}
              {(['missing', 'assumed', 'market'] as const).map((column) => (
                <th key={column} scope="col" data-right>
                  {t(`backtest.data.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.symbol}>
                <th scope="row">{row.symbol}</th>
                <td>{t(`backtest.source.${row.source}`)}</td>
                <td>{t(`backtest.terms.${row.terms}`)}</td>
                <td>{utcMinute(row.dateFrom, t.language)}</td>
                <td>{utcMinute(row.dateTo, t.language)}</td>
                <td data-right>{t.number(String(row.minutesMissing))}</td>
                <td data-right>{t.number(String(row.minutesFundingAssumed))}</td>
                <td data-right>
                  <Pct kind="signed" value={row.marketChangePercent} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function columnsOf(t: Text): readonly FileColumn<TestDetail['data'][number]>[] {
  return [
    { title: t('backtest.data.symbol'), exact: ({ symbol }) => symbol },
    { title: t('backtest.data.source'), exact: ({ source }) => t(`backtest.source.${source}`) },
    { title: t('backtest.data.terms'), exact: ({ terms }) => t(`backtest.terms.${terms}`) },
    { title: t('backtest.data.from'), exact: ({ dateFrom }) => dateFrom },
    { title: t('backtest.data.to'), exact: ({ dateTo }) => dateTo },
    { title: t('backtest.data.missing'), exact: ({ minutesMissing }) => minutesMissing },
    { title: t('backtest.data.assumed'), exact: ({ minutesFundingAssumed }) => minutesFundingAssumed },
    { title: t('backtest.data.market'), exact: ({ marketChangePercent }) => marketChangePercent },
  ];
}
