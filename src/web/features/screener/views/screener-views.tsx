import { BookmarkPlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { filtersText, LONG_DCA, type ScreenerFilter } from '../filters/screener-filters.ts';
import css from '../screener.module.css';
import { useSavedViews, VIEWS_MAX } from './saved-views.ts';
import { useViewAddress } from './view-address.ts';

const ViewNameDialog = lazy(async () => ({ default: (await import('./view-name-dialog.tsx')).ViewNameDialog }));

interface ViewsProps {
  readonly filters: readonly ScreenerFilter[];
  readonly onChange: (filters: readonly ScreenerFilter[]) => void;
}

/** Views that come with the program, and those that the user has saved: named addresses. What is shown is in the address. */
export function ScreenerViews({ filters, onChange }: ViewsProps) {
  const t = useText();
  const [address, show] = useViewAddress();
  const { views, areUnkept, ...saved } = useSavedViews();
  const [asked, setAsked] = useState<'save' | 'rename' | null>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const current = views.find((view) => view.address === address);
  const value = current === undefined ? builtIn(filters) : `saved ${current.name}`;
  const choose = (next: string) => {
    const view = views.find(({ name }) => next === `saved ${name}`);
    if (view !== undefined) show(view.address);
    else if (next !== 'own') onChange(next === 'all' ? [] : LONG_DCA);
  };
  const remove = (name: string) => {
    saved.remove(name);
    saveButton.current?.focus(); // The button that was pressed is gone with the view.
  };
  return (
    <div className={css['viewBar']}>
      <Chips
        label={t('screener.view')}
        value={value}
        onChange={choose}
        items={[
          { value: 'all', label: t('screener.view.all') },
          { value: 'longDca', label: t('screener.view.longDca') },
          ...views.map(({ name }) => ({ value: `saved ${name}`, label: name })),
          ...(value === 'own' ? [{ value, label: t('screener.view.own') }] : []),
        ]}
      />
      <Button
        ref={saveButton}
        size="compact-sm"
        variant="subtle"
        leftSection={<BookmarkPlus size={14} strokeWidth={1.75} aria-hidden="true" />}
        disabled={views.length >= VIEWS_MAX && current === undefined}
        title={views.length >= VIEWS_MAX ? t('screener.view.full', { count: VIEWS_MAX }) : undefined}
        onClick={() => setAsked('save')}
      >
        {t('screener.view.save')}
      </Button>
      {current === undefined ? null : (
        <>
          <Button size="compact-sm" variant="subtle" onClick={() => setAsked('rename')}>
            {t('screener.view.rename')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => remove(current.name)}>
            {t('screener.view.delete')}
          </Button>
        </>
      )}
      {areUnkept ? <UnkeptNote /> : null}
      {asked === null ? null : (
        <Suspense>
          <ViewNameDialog
            names={views.map(({ name }) => name)}
            renamed={asked === 'rename' ? (current?.name ?? null) : null}
            onName={(name) =>
              asked === 'rename' && current !== undefined
                ? saved.rename(current.name, name)
                : saved.save({ name, address })
            }
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Announced at once: the reader believes that the view is saved. */
function UnkeptNote() {
  const t = useText();
  return (
    <div className={css['unkept']}>
      <Note tone="danger" title={t('screener.view.unkept')}>
        {t('screener.view.unkeptMore')}
      </Note>
    </div>
  );
}

function builtIn(filters: readonly ScreenerFilter[]): 'all' | 'longDca' | 'own' {
  const text = filtersText(filters);
  if (text === '') return 'all';
  return text === filtersText(LONG_DCA) ? 'longDca' : 'own';
}
