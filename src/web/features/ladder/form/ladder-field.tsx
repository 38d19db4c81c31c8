import { OctagonAlert } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { NumberField } from '#web/ui/form/field.tsx';
import type { TextField } from './ladder-draft.ts';
import { type LadderEditor, reasonAt } from './ladder-editor.ts';
import { fieldRanges } from './ladder-fields.ts';
import { fixesOf } from './ladder-fixes.ts';
import css from './ladder-form.module.css';
import { fieldProblem, fixText, reasonText } from './ladder-words.ts';

interface LadderFieldProps {
  readonly editor: LadderEditor;
  readonly field: TextField;
  /** What an empty field means. */
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
      error={reasonAt(editor, field) ? true : (fieldProblem(field, editor, t) ?? '')}
      {...(unit === '' ? {} : { unit: unit === 's' ? t('unit.second') : unit })}
      placeholder={hint}
      {...(info === undefined ? {} : { info })}
    />
  );
}

/** The engine's objection to a field, over the full width, with buttons for changes that fix it. */
export function Fixes({ editor, field }: { editor: LadderEditor; field: string }) {
  const t = useText();
  const reason = reasonAt(editor, field);
  if (reason === null) return null;
  const fixes = fixesOf(reason, editor);
  return (
    <div className={css['fixes']} role="alert">
      <p>
        <OctagonAlert size={14} strokeWidth={1.75} aria-hidden />
        {reasonText(reason, t)}
      </p>
      {fixes.map((fix) => (
        <Button key={fix.kind} size="compact-xs" onClick={() => editor.change(fix.patch)}>
          {fixText(fix, t)}
        </Button>
      ))}
    </div>
  );
}
