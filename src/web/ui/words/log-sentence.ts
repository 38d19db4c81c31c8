import { isMessageKey } from '#web/i18n/message-key.ts';
import type { Text } from '#web/i18n/text.tsx';
import { decimalsOf, signOfText, utcMinute } from '../values/format.ts';

export interface LogLine {
  readonly code: string;
  /** The server's English sentence with its figures. */
  readonly detail: string;
  readonly figures: readonly { readonly name: string; readonly value: string }[];
  readonly symbol: string | null;
  readonly direction: 'buy' | 'sell' | null;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;
const SIGNED = new Set(['result', 'amount', 'gross']);

/**
 * A log line in the reader's language with its figures inserted; a part whose figure is missing is omitted.
 * English, and a code without a sentence, use the server's own text.
 */
export function logSentence(line: LogLine, t: Text): string {
  const key = `log.${line.code}`;
  if (t.language === 'en' || !isMessageKey(t, key)) return line.detail;
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => figureOf(line, name, t) ?? '');
  const isComplete = (part: string): boolean =>
    [...part.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => figureOf(line, name, t) !== null);
  return t(key).replace(/\[([^\]]*)\]/g, (_, part: string) => (isComplete(part) ? fill(part) : ''));
}

function figureOf(line: LogLine, name: string, t: Text): string | null {
  if (name === 'asset') return line.symbol?.replace(/USDT$/, '') ?? null;
  if (name === 'side') return line.direction && t(line.direction === 'buy' ? 'side.long' : 'side.short');
  const value = given(line, name);
  if (value === null) return null;
  if (!/^-?\d+(\.\d+)?$/.test(value)) return valueWord(value, t);
  if (SIGNED.has(name)) return `${amount(value, t)} USDT`;
  if (name === 'averagePrice') return t.number(value, { decimals: decimalsOf(given(line, 'price') ?? '0.00') });
  if (name === 'fee') return `${t.number(value, { decimals: 2 })} USDT`;
  return name.endsWith('Percent') ? `${t.number(value)} %` : t.number(value);
}

/** Names of figures are values on the wire, so they arrive in snake case, as the server writes them. */
function given(line: LogLine, name: string): string | null {
  const wireName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return line.figures.find((figure) => figure.name === wireName || figure.name === name)?.value ?? null;
}

/** Rounded to cents, unless that would show a small amount as zero. */
function amount(value: string, t: Text): string {
  const short = t.number(value, { decimals: 2, sign: 'always' });
  return signOfText(value) !== 0 && !/[1-9]/.test(short) ? t.number(value, { sign: 'always' }) : short;
}

/** A figure that is no number: a time as times are told elsewhere, or the word for a code. */
export function valueWord(value: string, t: Text): string {
  if (INSTANT.test(value)) return `${utcMinute(value, t.language)} UTC`;
  const key = `word.${value}`;
  return isMessageKey(t, key) ? t(key) : value;
}
