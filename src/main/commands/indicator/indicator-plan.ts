import { parseArgs } from 'node:util';
import { AppError } from '#base/errors.ts';
import type { Indicator } from '#engine/indicators/indicator.ts';
import type { IndicatorParams } from '#engine/indicators/params.ts';
import { parseIndicatorParams } from '#engine/indicators/parse-params.ts';
import { INDICATORS, indicatorOf } from '#engine/indicators/registry.ts';
import { repeatedKey } from '../backtest/repeated-key.ts';
import { notAllowed, parsedOptions } from '../command-options.ts';

const USAGE = [
  `Usage: indicator --name ID --candles FILE.csv[.gz] [--params '{"n":14}'] [--bar-by-bar] [--json]`,
  '       indicator --list [--json]',
].join('\n');

/** What the command shall do. */
export type IndicatorPlan =
  | { readonly kind: 'list'; readonly isJson: boolean }
  | {
      readonly kind: 'compute';
      readonly indicator: Indicator;
      readonly params: IndicatorParams;
      readonly file: string;
      readonly form: 'columns' | 'bar by bar';
      readonly isJson: boolean;
    };

/**
 * Parses the arguments of `indicator`.
 * @throws AppError COMMAND_UNKNOWN, OPTION_NOT_ALLOWED, PARAMS_REFUSED
 */
export function readIndicatorPlan(words: readonly string[]): IndicatorPlan {
  const values = optionsOf(words);
  const { name, candles: file, list, json } = values;
  const isJson = json === true;
  if (list === true) {
    if (name !== undefined || file !== undefined) throw new AppError('COMMAND_UNKNOWN', USAGE);
    return { kind: 'list', isJson };
  }
  if (name === undefined || file === undefined) throw new AppError('COMMAND_UNKNOWN', USAGE);
  const indicator = indicatorOf(name);
  if (indicator === null) throw notAllowed('--name', name, `one of ${INDICATORS.map(({ id }) => id).join(', ')}`);
  const parsed = parseIndicatorParams(indicator, objectOf(values.params ?? '{}'));
  if (parsed.kind === 'refused') throw new AppError('PARAMS_REFUSED', `--params: ${parsed.sentence}.`);
  const form = values['bar-by-bar'] === true ? 'bar by bar' : 'columns';
  return { kind: 'compute', indicator, params: parsed.params, file, form, isJson };
}

function optionsOf(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const word = { type: 'boolean' } as const;
  const options = { name: text, params: text, candles: text, list: word, json: word, 'bar-by-bar': word };
  return parsedOptions(USAGE, () => parseArgs({ args: [...words], options, tokens: true })).values;
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  const value = jsonOf(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw notAllowed('--params', text, 'a JSON object, such as {"n":14}');
  }
  const repeated = repeatedKey(text);
  if (repeated !== null) throw new AppError('PARAMS_REFUSED', `--params names ${repeated} twice.`);
  return { ...value };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Refused as what is not an object.
  }
}
