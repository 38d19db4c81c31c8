import { added, type BigFraction, divided, fractionOf, multiplied, negated } from './big-fraction.ts';

/** Characters of a formula; it also bounds how deep parentheses nest and how long its numbers grow. */
export const FORMULA_LENGTH_MAX = 200;

/** What a formula makes of the value that its name stands for; null where it divides by zero. */
export type Formula = (value: BigFraction) => BigFraction | null;

/** Why a text is no formula. */
export type FormulaMistake = 'EMPTY' | 'TOO_LONG' | 'UNKNOWN_NAME' | 'UNEXPECTED' | 'UNCLOSED' | 'ENDS_EARLY';

export interface FormulaProblem {
  readonly mistake: FormulaMistake;
  /** Where, in characters from 1. */
  readonly column: number;
  /** The part of the text that is meant; empty at its end. */
  readonly found: string;
}

export type ParsedFormula =
  | { readonly formula: Formula; readonly problem: null }
  | { readonly formula: null; readonly problem: FormulaProblem };

/**
 * Reads a formula of numbers, one name, + − × ÷ (or - * /) and parentheses. It calculates exactly.
 * @param name what the value is called in the formula, such as `take_profit_percent`
 */
export function parseFormula(text: string, name: string): ParsedFormula {
  if (text.trim() === '') return refused('EMPTY', 1, '');
  if (text.length > FORMULA_LENGTH_MAX) return refused('TOO_LONG', FORMULA_LENGTH_MAX + 1, '');
  const reading: Reading = { tokens: tokensOf(text), at: 0, end: text.trimEnd().length + 1, name, problem: null };
  const formula = readSum(reading);
  if (formula !== null && here(reading) === null) return { formula, problem: null };
  const problem = reading.problem ?? problemHere(reading, 'UNEXPECTED');
  return { formula: null, problem };
}

const refused = (mistake: FormulaMistake, column: number, found: string): ParsedFormula => ({
  formula: null,
  problem: { mistake, column, found },
});

interface Token {
  readonly text: string;
  readonly column: number;
}

interface Reading {
  readonly tokens: readonly Token[];
  at: number;
  /** Column after the last character. */
  readonly end: number;
  readonly name: string;
  /** The first mistake. */
  problem: FormulaProblem | null;
}

/** Numbers and names are taken whole, so that "1.2.3" is one mistake; every other character is a token. */
const TOKEN = /[\d.]+|[\p{L}_][\p{L}\d_]*|\S/gu;
const NUMBER = /^\d+(?:\.\d+)?$/;
const NAME = /^[\p{L}_]/u;

const tokensOf = (text: string): readonly Token[] =>
  [...text.matchAll(TOKEN)].map((match) => ({ text: match[0], column: match.index + 1 }));

const here = (reading: Reading): string | null => reading.tokens[reading.at]?.text ?? null;

function problemHere({ tokens, at, end }: Reading, mistake: FormulaMistake): FormulaProblem {
  const token = tokens[at];
  return token === undefined
    ? { mistake: 'ENDS_EARLY', column: end, found: '' }
    : { mistake, column: token.column, found: token.text };
}

function fail(reading: Reading, mistake: FormulaMistake): null {
  reading.problem ??= problemHere(reading, mistake);
  return null;
}

type Operation = (a: BigFraction, b: BigFraction) => BigFraction | null;

const minus: Operation = (a, b) => added(a, negated(b));
const SUMS: ReadonlyMap<string, Operation> = new Map([
  ['+', added],
  ['-', minus],
  ['−', minus],
]);
const PRODUCTS: ReadonlyMap<string, Operation> = new Map([
  ['*', multiplied],
  ['×', multiplied],
  ['/', divided],
  ['÷', divided],
]);

const readSum = (reading: Reading): Formula | null => readChain(reading, SUMS, readProduct);
const readProduct = (reading: Reading): Formula | null => readChain(reading, PRODUCTS, readSigned);

/** Parts with operators of one rank between them, from left to right. */
function readChain(
  reading: Reading,
  operations: ReadonlyMap<string, Operation>,
  readPart: (reading: Reading) => Formula | null,
): Formula | null {
  let chain = readPart(reading);
  while (chain !== null) {
    const operation = operations.get(here(reading) ?? '');
    if (operation === undefined) return chain;
    reading.at += 1;
    const part = readPart(reading);
    chain = part === null ? null : joined(operation, chain, part);
  }
  return null;
}

function joined(operation: Operation, left: Formula, right: Formula): Formula {
  return (value) => {
    const [a, b] = [left(value), right(value)];
    return a === null || b === null ? null : operation(a, b);
  };
}

function readSigned(reading: Reading): Formula | null {
  const sign = here(reading);
  if (sign !== '-' && sign !== '−') return readOperand(reading);
  reading.at += 1;
  const operand = readSigned(reading);
  if (operand === null) return null;
  return (value) => {
    const result = operand(value);
    return result === null ? null : negated(result);
  };
}

function readOperand(reading: Reading): Formula | null {
  const text = here(reading);
  if (text === null) return fail(reading, 'ENDS_EARLY');
  if (text === '(') return readParentheses(reading);
  if (NUMBER.test(text)) {
    reading.at += 1;
    const number = fractionOf(text);
    return () => number;
  }
  if (text !== reading.name) return fail(reading, NAME.test(text) ? 'UNKNOWN_NAME' : 'UNEXPECTED');
  reading.at += 1;
  return (value) => value;
}

function readParentheses(reading: Reading): Formula | null {
  const opening = problemHere(reading, 'UNCLOSED');
  reading.at += 1;
  const inside = readSum(reading);
  if (inside === null) return null;
  if (here(reading) === null) {
    reading.problem = opening;
    return null;
  }
  if (here(reading) !== ')') return fail(reading, 'UNEXPECTED');
  reading.at += 1;
  return inside;
}
