import { readFileSync } from 'node:fs';
import { objectToCamel, toSnake } from 'ts-case-convert';
import type { $ZodIssue } from 'zod/v4/core';
import { AppError, type Reason } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';
import { familyOf } from '#engine/bots/families.ts';
import { paperLadder, ruleStrategy } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { LadderParamsInput } from '#engine/model/ladder-params.ts';
import { pathText } from './backtest-ladder.ts';
import { repeatedKey } from './repeated-key.ts';

/** A strategy to test. */
export interface TestedStrategy {
  readonly kind: BotKind;
  readonly params: BotParams;
  /** The parameters as given, without defaults; null for a strategy of rules. */
  readonly ladder: LadderParamsInput | null;
  /** What is to be known of its rules, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads the parameters of a strategy, in snake_case. A file with `buy` or `sell` has rules, any other one a ladder.
 * @throws AppError PARAMS_REFUSED with a line for each wrong field
 */
export function readStrategy(file: string): TestedStrategy {
  const given = parseFile(file);
  const misspelt = camelKeys(given);
  if (misspelt.length > 0) {
    throw paramsRefused(
      file,
      misspelt.map((key) => `${key}: write ${toSnake(key)}`),
    );
  }
  const named = typeof given === 'object' && given !== null ? objectToCamel(given) : given;
  const hasRules = typeof named === 'object' && named !== null && ('buy' in named || 'sell' in named);
  const { kind } = hasRules ? ruleStrategy : paperLadder;
  const family = familyOf(kind);
  const parsed = family.params.safeParse(named);
  if (!parsed.success) throw paramsRefused(file, parsed.error.issues.map(lineOf), kind);
  const { refusals, warnings } = family.inspect(parsed.data);
  if (refusals.length > 0) throw paramsRefused(file, refusals.map(reasonLine), kind);
  const ladder = hasRules ? null : (named as LadderParamsInput); // It has just been parsed with the schema.
  return { kind, params: parsed.data, ladder, warnings: warnings.map(reasonLine) };
}

function lineOf(issue: $ZodIssue): string {
  return issue.code === 'unrecognized_keys'
    ? `${issue.keys.map((key) => toSnake(key)).join(', ')}: no such parameter`
    : `${pathText(issue.path) || 'the file'}: ${issue.message}`;
}

function reasonLine({ path = [], detail }: Reason): string {
  return `${pathText(path)}: ${detail}`;
}

function paramsRefused(file: string, lines: readonly string[], kind: BotKind = paperLadder.kind): AppError {
  const name = kind === ruleStrategy.kind ? 'strategy' : 'ladder';
  return new AppError('PARAMS_REFUSED', [`${file} is not a valid ${name}:`, ...lines].join('\n  '));
}

/** Keys with a capital letter, at any depth. */
function camelKeys(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [] : Object.keys(value).filter((key) => /[A-Z]/.test(key));
  return [...keys, ...Object.values(value).flatMap(camelKeys)];
}

const BYTE_ORDER_MARK = /^\uFEFF/;

function parseFile(file: string): unknown {
  try {
    const text = readFileSync(file, 'utf8').replace(BYTE_ORDER_MARK, '');
    const value: unknown = JSON.parse(text);
    const repeated = repeatedKey(text);
    if (repeated === null) return value;
    throw paramsRefused(file, [`${repeated}: it is given twice`]);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = systemReason(error) ?? (error instanceof Error ? error.message : String(error));
    throw new AppError('PARAMS_REFUSED', `${file} cannot be read: ${reason}`, { cause: error });
  }
}
