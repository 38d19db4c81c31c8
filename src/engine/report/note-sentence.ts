import { formatDecimal, groupThousands, isDecimal, parseDecimal, trimDecimal } from '#base/decimal.ts';
import { CASH_DECIMALS, multiplyDivide } from '#base/exact.ts';
import type { NoteRecord } from '../model/record.ts';
import { figureWords, noteTemplates } from './note-templates.ts';

/** A note as one plain English sentence. Never throws: a part whose figure is missing is omitted. */
export function noteSentence(note: NoteRecord): string {
  const template = noteTemplates[note.code];
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => figureOf(note, name) ?? '');
  return template.replace(/\[([^\]]*)\]/g, (_, part: string) => (isComplete(note, part) ? fill(part) : ''));
}

function isComplete(note: NoteRecord, part: string): boolean {
  return [...part.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => figureOf(note, name) !== null);
}

function figureOf(note: NoteRecord, name: string): string | null {
  if (name === 'asset') return note.symbol?.replace(/USDT$/, '') ?? null;
  if (name === 'side') return note.direction === null ? null : note.direction === 'buy' ? 'long' : 'short';
  const value = note.figures[name];
  if (value === undefined) return null;
  const text = String(value);
  if (!isDecimal(text)) return figureWords[text] ?? text;
  return decimalWords(note, name, text);
}

const SIGNED_AMOUNTS = new Set(['result', 'amount', 'gross']);

function decimalWords(note: NoteRecord, name: string, text: string): string {
  if (SIGNED_AMOUNTS.has(name)) return Number(text) > 0 ? `+${amountWords(text)}` : amountWords(text);
  if (name === 'fee') return amountWords(text);
  if (name.endsWith('Percent')) return `${text} %`;
  if (name === 'averagePrice')
    return groupThousands(rounded(text, decimalsOf(String(note.figures['price'] ?? '')) ?? 2));
  return name.endsWith('rice') || name === 'mark' ? groupThousands(text) : text;
}

/** USDT with two decimals; a small amount that would then read as zero keeps all its decimals. */
function amountWords(text: string): string {
  const short = rounded(text, 2);
  const isHidden = Number(short) === 0 && Number(text) !== 0;
  const amount = groupThousands(isHidden ? trimDecimal(text) : short);
  return `${amount.replace('-', '\u2212')} USDT`; // A minus sign is as wide as a plus; a hyphen is not.
}

function decimalsOf(text: string): number | null {
  return isDecimal(text) ? (text.split('.')[1]?.length ?? 0) : null;
}

/** The decimal rounded half up to `decimals` places; unchanged unless it is a decimal with at most eight of them. */
function rounded(text: string, decimals: number): string {
  const count = parseDecimal(text, CASH_DECIMALS);
  if (count === null || decimals > CASH_DECIMALS) return text;
  return formatDecimal(multiplyDivide(count, 1, 10 ** (CASH_DECIMALS - decimals), 'half-up'), decimals);
}
