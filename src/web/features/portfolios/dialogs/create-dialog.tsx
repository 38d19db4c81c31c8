import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { PAPER_WALLET_USDT } from '#contract/limits.ts';
import { allKinds } from '#engine/bots/registry.ts';
import { kindView } from '#web/kinds/kind-view.ts';
import { Button } from '#web/ui/form/button.tsx';
import '#web/kinds/kind-views.ts';
import { at } from '#base/assert.ts';
import { isApiError } from '#web/api/api-error.ts';
import css from '#web/bots/portfolio/dialogs.module.css';
import { nameTrouble } from '#web/bots/portfolio/name-trouble.ts';
import { useText } from '#web/i18n/text.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { useCreatePortfolio } from '../portfolio-mutations.ts';
import { CapitalField, isCapital } from './capital-field.tsx';

/** Kinds that this version runs, with the words of the dialog; the first one is chosen when it opens. */
function kindsOnOffer() {
  return allKinds().flatMap(({ kind, executions }) => {
    const { bots, title } = kindView(kind);
    return bots === null ? [] : [{ kind, title, isPaper: executions[0] === 'paper', words: bots.newPortfolio }];
  });
}

export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  useReturnFocus();
  const kinds = kindsOnOffer();
  const [index, setIndex] = useState(0);
  const { kind, words, isPaper } = at(kinds, index);
  const [name, setName] = useState('');
  const [capital, setCapital] = useState(PAPER_WALLET_USDT);
  const [isAsked, setAsked] = useState(false);
  const create = useCreatePortfolio();
  const isRight = name.trim() !== '' && (!isPaper || isCapital(capital));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!isRight) return;
    create.mutate(
      { kind, name: name.trim(), balance: isPaper ? capital : null },
      {
        onSuccess: (portfolio) => {
          toast(t('portfolio.created', { name: portfolio.name }));
          onClose();
        },
      },
    );
  };
  const rename = (next: string) => {
    setName(next);
    if (isApiError(create.error, 'NAME_TAKEN')) create.reset();
  };
  return (
    <Modal opened onClose={onClose} title={words.title(t)} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <form className={css['form']} onSubmit={submit} noValidate>
        {kinds.length > 1 ? (
          <Chips
            label={t('portfolio.kind')}
            value={String(index)}
            onChange={(chosen) => setIndex(Number(chosen))}
            items={kinds.map(({ title }, position) => ({ value: String(position), label: title(t) }))}
          />
        ) : null}
        <TextField
          label={t('portfolio.name')}
          error={isAsked ? nameTrouble(name, create.error, t) : null}
          value={name}
          onChange={rename}
          isFocusedFirst
        />
        {isPaper ? <CapitalField hint={words.hint(t)} value={capital} onChange={setCapital} /> : null}
        {create.error && !isApiError(create.error, 'NAME_TAKEN') ? <ProblemNote error={create.error} /> : null}
        <div className={css['acts']}>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={create.isPending}>
            {t('portfolio.createAct')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
