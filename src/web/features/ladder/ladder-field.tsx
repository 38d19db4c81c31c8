import { Button } from '@mantine/core';
import { useText } from '#web/i18n/text.tsx';
import { NumberField } from '#web/ui/field.tsx';
import type { TextField } from './ladder-draft.ts';
import { type LadderEditor, reasonAt } from './ladder-editor.ts';
import { fieldRanges } from './ladder-fields.ts';
import { fixesOf } from './ladder-fixes.ts';
import css from './ladder-form.module.css';
import { fieldProblem, fixText } from './ladder-words.ts';

interface LadderFieldProps {
  readonly editor: LadderEditor;
  readonly field: TextField;
  /** What an empty field stands for. */
  readonly hint?: string;
  readonly info?: string;
}

/** One typed parameter: unit inside, hint or problem below. */
export function LadderField({ editor, field, hint, info }: LadderFieldProps) {
  const t = useText();
  const { unit } = fieldRanges[field];
  return (
    <NumberField
      label={t(`ladder.field.${field}`)}
      value={editor.draft[field]}
      onChange={(text) => editor.change({ [field]: text })}
      onBlur={() => editor.leave(field)}
      error={fieldProblem(field, editor, t) ?? ''}
      disabled={editor.isReadOnly}
      {...(unit === '' ? {} : { unit })}
      placeholder={hint}
      {...(info === undefined ? {} : { info })}
    />
  );
}

/** The changes that take a field's error away, each a button with its figure. */
export function Fixes({ editor, field }: { editor: LadderEditor; field: string }) {
  const t = useText();
  const reason = reasonAt(editor, field);
  const fixes = reason && !editor.isReadOnly ? fixesOf(reason, editor) : [];
  if (fixes.length === 0) return null;
  return (
    <div className={css['fixes']}>
      {fixes.map((fix) => (
        <Button key={fix.kind} size="compact-xs" onClick={() => editor.change(fix.patch)}>
          {fixText(fix, t)}
        </Button>
      ))}
    </div>
  );
}
