import { formatDecimal, groupThousands, isDecimal, parseDecimal, trimDecimal } from '#base/decimal.ts';
import { CASH_DECIMALS, multiplyDivide } from '#base/exact.ts';
import type { NoteRecord } from '../model/record.ts';
import { figureWords, noteTemplates } from './note-templates.ts';

/** A note as one plain English sentence. Never throws: a part whose figure is missing is omitted. */
export function noteSentence(note: NoteRecord): string {
  let sentence = '';
  for (const part of partsOf(note.code)) sentence += partText(note, part);
  return sentence;
}

/** What stands between the figures of a part, before the first one and after the last one too, and their names. */
interface TemplatePart {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

const known = new Map<NoteRecord['code'], readonly TemplatePart[]>();

/** Parts of a template that are told or omitted each; read once, for a report has ten thousand notes. */
function partsOf(code: NoteRecord['code']): readonly TemplatePart[] {
  const found = known.get(code);
  if (found !== undefined) return found;
  const parts = noteTemplates[code].split(/\[([^\]]*)\]/).map((text, place) => templatePart(text, place % 2 === 1));
  known.set(code, parts);
  return parts;
}

/** @param isOptional - whether it stood in brackets: only there figures are named */
function templatePart(text: string, isOptional: boolean): TemplatePart {
  if (!isOptional) return { texts: [text], names: [] };
  const pieces = text.split(/\{(\w+)\}/);
  return { texts: pieces.filter((_, place) => place % 2 === 0), names: pieces.filter((_, place) => place % 2 === 1) };
}

function partText(note: NoteRecord, { texts, names }: TemplatePart): string {
  let text = texts[0] ?? '';
  for (const [place, name] of names.entries()) {
    const figure = figureOf(note, name);
    if (figure === null) return '';
    text += figure + (texts[place + 1] ?? '');
  }
  return text;
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
