import { toCamel } from 'ts-case-convert';
import { trimDecimal } from '#base/decimal.ts';
import type { MessageKey, Text } from '#web/i18n/text.tsx';
import { gridValueText, pathTitle } from '../path-words.ts';
import type { PointComparison } from '../test-queries.ts';
import { testPeriodText } from '../test-words.ts';

type Difference = PointComparison['differences'][number];
type Bot = PointComparison['items'][number]['bot'];

interface Told {
  readonly title: string;
  /** In the order of the points. */
  readonly values: readonly string[];
}

const OF_PARAMS = 'params.';

/** A setting in which points differ: its name, and what each point has. @param bots - at least one */
export function differenceText({ path, values }: Difference, bots: readonly Bot[], t: Text): Told {
  if (path.startsWith(OF_PARAMS)) return paramText({ path: path.slice(OF_PARAMS.length), values }, bots, t);
  const setting = settings[path];
  if (setting === undefined) return { title: path, values: values.map((text) => text ?? t('backtest.off')) };
  const { title, unit, value, absent = 'backtest.off' } = setting;
  return {
    title: unit === undefined ? t(title) : `${t(title)}, ${unit}`,
    values: values.map((text) => (text === null ? t(absent) : value(text, t))),
  };
}

/** Kinds have parameters of their own; a name is that of the first kind that has it. */
function paramText({ path, values }: Difference, bots: readonly Bot[], t: Text): Told {
  const field = toCamel(path.split('.')[0] ?? '');
  const [first] = bots;
  const named = bots.find(({ params }) => field in params) ?? first;
  return {
    title: named === undefined ? path : pathTitle(path, named, t),
    values: bots.map(({ kind }, index) => gridValueText(values[index] ?? null, kind, t)),
  };
}

interface Setting {
  readonly title: MessageKey;
  readonly unit?: '%' | 'USDT';
  readonly value: (text: string, t: Text) => string;
  /** What it means that nothing is set; left out: it is off. */
  readonly absent?: MessageKey;
}

const number = (text: string, t: Text): string => t.number(trimDecimal(text));

const chosen =
  (words: Readonly<Record<string, MessageKey>>): Setting['value'] =>
  (text, t) => {
    const key = words[text];
    return key === undefined ? text : t(key);
  };

function periodText(span: string, t: Text): string {
  const [dateFrom = '', dateTo = ''] = span.split('/');
  return testPeriodText({ dateFrom, dateTo }, t);
}

const percent = { unit: '%', value: number } as const;
const fee = { ...percent, absent: 'backtest.empty.ofContract' } as const;

/** What a test sets around its strategy, by the names of the wire. */
const settings: Readonly<Record<string, Setting>> = {
  symbols: { title: 'start.symbols', value: (text) => text.replaceAll(',', ', ') },
  period: { title: 'backtest.period', value: periodText },
  wallet: {
    title: 'backtest.walletOf',
    value: chosen({ each: 'backtest.wallet.each', shared: 'backtest.wallet.shared' }),
  },
  wallet_usdt: { title: 'backtest.walletUsdt', unit: 'USDT', value: number },
  out_of_sample_percent: { title: 'backtest.outOfSample', ...percent },
  fill_path: {
    title: 'backtest.fillPath',
    value: chosen({
      pessimistic: 'backtest.fillPath.pessimistic',
      nearest_first: 'backtest.fillPath.nearest_first',
      optimistic: 'backtest.fillPath.optimistic',
    }),
  },
  'costs.maker_fee_percent': { title: 'backtest.cost.makerFeePercent', ...fee },
  'costs.taker_fee_percent': { title: 'backtest.cost.takerFeePercent', ...fee },
  'costs.slippage_percent': { title: 'backtest.cost.slippagePercent', ...percent },
  'costs.spread_percent': { title: 'backtest.cost.spreadPercent', ...percent },
  'costs.volume_cap_percent': { title: 'backtest.cost.volumeCapPercent', ...percent },
  'costs.funding_rate_percent': {
    title: 'backtest.cost.fundingRatePercent',
    ...percent,
    absent: 'backtest.empty.refuse',
  },
  'costs.brackets': {
    title: 'backtest.brackets',
    value: chosen({ contract: 'backtest.brackets.contract', cautious: 'backtest.brackets.cautious' }),
  },
};
