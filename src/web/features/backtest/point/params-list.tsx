import { toSnake } from 'ts-case-convert';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindView, orderedParams } from '#web/kinds/kind-view.ts';
import { missing } from '#web/ui/values/format.ts';
import { gridValueText, pathTitle } from '../path-words.ts';
import css from './point.module.css';

interface ParamsListProps {
  readonly kind: BotKind;
  readonly params: BotParams;
}

/** Every parameter of a strategy by its name; rules as sentences. */
export function ParamsList({ kind, params }: ParamsListProps) {
  const t = useText();
  return (
    <dl className={css['facts']}>
      {orderedParams(kind, params).map(([name, value]) => (
        <div key={name}>
          <dt>{pathTitle(toSnake(name), { kind, params }, t)}</dt>
          <dd>{paramText(value, kind, t)}</dd>
        </div>
      ))}
    </dl>
  );
}

function paramText(value: unknown, kind: BotKind, t: Text): string {
  const words = kindView(kind).bots?.valueText(value, t) ?? null;
  if (words !== null) return words;
  if (value === null) return missing;
  if (typeof value === 'string') return gridValueText(value, kind, t);
  if (typeof value === 'number' || typeof value === 'boolean') return gridValueText(String(value), kind, t);
  return JSON.stringify(value);
}
