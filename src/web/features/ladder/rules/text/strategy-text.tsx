import { useState } from 'react';
import { objectToCamel, objectToSnake } from 'ts-case-convert';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { checkParams } from '../draft/check-strategy.ts';
import { draftOf, inputOf } from '../draft/strategy-draft.ts';
import type { StrategyEditor } from '../draft/strategy-editor.ts';
import { isTree } from '../tree/condition-tree.ts';
import { scanJson, spotOf } from './json-spots.ts';
import css from './text.module.css';

interface TextProps {
  readonly editor: StrategyEditor;
  /** Told whether the text cannot be read, so that it is not saved. */
  readonly onBroken: (isBroken: boolean) => void;
}

const ROWS = 32;

/** The whole strategy as the API takes it. What is typed changes the tree as soon as it can be read. */
export function StrategyText({ editor, onBroken }: TextProps) {
  const t = useText();
  const told = textOf(editor);
  const [typed, setTyped] = useState<{ readonly of: string; readonly text: string } | null>(null);
  // What was undone, or changed elsewhere, replaces the typed text.
  const text = typed !== null && (typed.of === told || isBroken(typed.text)) ? typed.text : told;
  const troubles = troublesOf(text, t);
  const change = (next: string) => {
    const read = readText(next);
    onBroken(read === null);
    if (read !== null) {
      const { name, comment, symbol } = editor.draft;
      const draft = draftOf({ name, comment, symbol, params: read });
      editor.change(draft, 'text');
      setTyped({ of: JSON.stringify(objectToSnake(inputOf(draft)), null, 2), text: next });
    } else setTyped({ of: told, text: next });
  };
  return (
    <Card title={t('rules.text.label')}>
      <textarea
        className={css['text']}
        aria-label={t('rules.text.label')}
        aria-invalid={troubles.length > 0}
        spellCheck={false}
        rows={ROWS}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={editor.settle}
      />
      {troubles.length === 0 ? <p className={css['fine']}>{t('rules.text.fine')}</p> : null}
      <ul className={css['troubles']} role="alert">
        {troubles.map((trouble) => (
          <li key={trouble}>{trouble}</li>
        ))}
      </ul>
    </Card>
  );
}

function textOf({ draft }: StrategyEditor): string {
  return JSON.stringify(objectToSnake(inputOf(draft)), null, 2);
}

/** The parameters of a text, not checked yet; null for one that is no JSON object. */
function readText(text: string) {
  const scanned = scanJson(text);
  if (scanned.kind === 'broken' || !isTree(scanned.value)) return null;
  const params: unknown = objectToCamel(scanned.value);
  return isTree(params) ? params : null;
}

const isBroken = (text: string): boolean => readText(text) === null;

/** At most so many are told at once. */
const TROUBLES_MAX = 8;

/** What is wrong with a text, each with its line and column. */
export function troublesOf(text: string, t: Text): readonly string[] {
  const scanned = scanJson(text);
  if (scanned.kind === 'broken') return [t('rules.text.broken', { ...scanned.spot })];
  const given: unknown = isTree(scanned.value) ? objectToCamel(scanned.value) : scanned.value;
  const { troubles } = checkParams(given);
  const told = troubles.slice(0, TROUBLES_MAX).map(({ path, sentence }) => {
    const names = path.map(wireName);
    return t('rules.text.bad', { ...spotOf(scanned.spots, names), field: names.join('.'), detail: sentence });
  });
  const rest = troubles.length - told.length;
  return rest === 0 ? told : [...told, t('rules.text.more', { count: rest })];
}

const wireName = (name: string): string => Object.keys(objectToSnake({ [name]: 0 }))[0] ?? name;
