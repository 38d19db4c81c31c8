import { fourDigits } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import type { MessageKey, Text } from '#web/i18n/text.tsx';
import { numberProblem } from '#web/ui/form/decimal/number-problem.ts';
import type { CustomLevel } from './ladder-draft.ts';
import type { LadderEditor } from './ladder-editor.ts';
import { customDeviation, type FieldRange, fieldRanges } from './ladder-fields.ts';
import type { LadderFix } from './ladder-fixes.ts';

/** A reason in the reader's language with its figures inserted; an unknown code keeps the engine's sentence. */
export function reasonText(reason: Reason, t: Text): string {
  const key = `refusal.${reason.code}`;
  // The engine's own sentence is in English and covers every case.
  if (t.language === 'en' || !isMessageKey(t, key)) return reason.detail;
  const figures = Object.entries(reason.figures ?? {}).map(([name, value]) => [name, figureText(name, value, t)]);
  const sentence = t(key, Object.fromEntries(figures));
  // A remaining placeholder means that the engine did not give the figures that the sentence needs.
  return /\{\w+\}/.test(sentence) ? reason.detail : sentence;
}

function figureText(name: string, value: string | number, t: Text): string {
  if (typeof value === 'number') return String(value);
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value;
  return t.number(name === 'deviationPercent' ? fourDigits(value) : value);
}

const fixKeys = {
  'use-stop': 'ladder.fix.useStop',
  'stop-from-base': 'ladder.fix.stopFromBase',
  'use-leverage': 'ladder.fix.useLeverage',
  'use-size': 'ladder.fix.useSize',
  'use-steps': 'ladder.fix.useSteps',
  'use-active': 'ladder.fix.useActive',
} as const satisfies Record<LadderFix['kind'], MessageKey>;

export function fixText(fix: LadderFix, t: Text): string {
  return t(fixKeys[fix.kind], { value: fix.value });
}

/** Why the text of a field cannot be read, once the user has left the field; null while it can. */
export function fieldProblem(field: string, editor: LadderEditor, t: Text): string | null {
  if (!editor.check.badFields.includes(field) || !editor.wasLeft(field)) return null;
  if (field === 'previewPrice') return t('ladder.bad.price', { tick: t.number(tickText(editor)) });
  return isRanged(field) ? rangeProblem(fieldRanges[field], t) : t('ladder.bad.value');
}

function rangeProblem({ min, max, unit, decimals }: FieldRange, t: Text): string {
  const shownUnit = unit === '' || unit === '×' ? '' : `\u00a0${unit}`;
  return t(decimals === 0 ? 'ladder.bad.whole' : 'ladder.bad.range', {
    min: t.number(min),
    max: `${t.number(max)}${shownUnit}`,
  });
}

const cellRanges = { deviationPercent: customDeviation, size: fieldRanges.safetyOrderSize } as const;

/** Why a cell of a ladder that is edited row by row cannot be read; null while it can. @param level - from 1 */
export function cellProblem(
  { level, field }: { readonly level: number; readonly field: keyof CustomLevel },
  { draft, check }: Pick<LadderEditor, 'draft' | 'check'>,
  t: Text,
): string | null {
  const problem = numberProblem(draft.customLevels?.[level - 1]?.[field] ?? '', undefined, t);
  if (problem !== null) return problem;
  return check.badFields.includes(`customLevels.${level - 1}.${field}`) ? rangeProblem(cellRanges[field], t) : null;
}

function isRanged(field: string): field is keyof typeof fieldRanges {
  return field in fieldRanges;
}

function tickText({ instrument }: LadderEditor): string {
  return (instrument.tick.units / 10 ** instrument.tick.decimals).toFixed(instrument.tick.decimals);
}
