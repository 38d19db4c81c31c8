import { type FormEvent, useState } from 'react';
import { scaleBounds } from '#contract/risk/try-scale.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { NumberField } from '#web/ui/form/field.tsx';
import css from './scale.module.css';
import { EMPTY_DRAFT, type ScaleDraft, scaleFields, scaleOf } from './scale-draft.ts';
import type { OtherScale } from './scale-query.ts';

interface ScaleFormProps {
  readonly isBusy: boolean;
  readonly onAsk: (scale: OtherScale) => void;
}

/** The other scale; what stays empty stays as it was. */
export function ScaleForm({ isBusy, onAsk }: ScaleFormProps) {
  const t = useText();
  const [draft, setDraft] = useState<ScaleDraft>(EMPTY_DRAFT);
  const [isTried, setTried] = useState(false);
  const { scale, wrong } = scaleOf(draft);
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (scale !== null) onAsk(scale);
  };
  const complaint = wrong.size > 0 ? t('scale.correct') : t('scale.nothing');
  return (
    <form className={css['form']} aria-label={t('scale.title')} onSubmit={ask} noValidate>
      <div className={css['fields']}>
        {scaleFields.map(({ name, unit, decimals }) => {
          const [least, most] = scaleBounds[name].map((bound) => t.number(bound));
          return (
            <NumberField
              key={name}
              label={t(`scale.${name}`)}
              value={draft[name]}
              onChange={(text) => setDraft({ ...draft, [name]: text })}
              decimals={decimals}
              placeholder={t('scale.asWas')}
              {...(unit === null ? {} : { unit })}
              error={wrong.has(name) ? t('scale.range', { least: least ?? '', most: most ?? '', decimals }) : null}
            />
          );
        })}
      </div>
      <div className={css['act']}>
        <Button type="submit" variant="filled" loading={isBusy}>
          {t('scale.act')}
        </Button>
        {isTried && scale === null ? <span role="alert">{complaint}</span> : null}
      </div>
    </form>
  );
}
