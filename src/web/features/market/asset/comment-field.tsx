import { useState } from 'react';
import { COMMENT_LENGTH_MAX } from '#contract/limits.ts';
import { useText } from '#web/i18n/text.tsx';
import { AreaField } from '#web/ui/form/field.tsx';

interface CommentFieldProps {
  readonly comment: string;
  readonly onSave: (comment: string) => void;
}

/** A comment, saved when the field is left. */
export function CommentField({ comment, onSave }: CommentFieldProps) {
  const t = useText();
  /** What is being typed; null while the stored comment is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const save = () => {
    if (typed !== null && typed !== comment) onSave(typed);
    setTyped(null);
  };
  return (
    <AreaField
      label={t('note.comment')}
      value={typed ?? comment}
      onChange={setTyped}
      onBlur={save}
      maxLength={COMMENT_LENGTH_MAX}
    />
  );
}
