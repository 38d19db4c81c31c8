import { Modal } from '@mantine/core';
import { sections } from '#contract/pages.ts';
import { useText } from '#web/i18n/text.tsx';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import css from './key-list.module.css';

/** The keyboard shortcuts, with the two keys of every section. */
export function KeyList({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  useReturnFocus();
  const keys = [
    ['Ctrl / ⌘ K', t('keys.palette')],
    ['/', t('keys.search')],
    ['j  k', t('keys.rows')],
    ['Home  End', t('keys.ends')],
    ['PgUp  PgDn', t('keys.pages')],
    ['Enter', t('keys.open')],
    [t('keys.click'), t('keys.tab')],
    ['x', t('keys.select')],
    ['Esc', t('keys.close')],
    ['?', t('keys.list')],
    ['[  ]', t('keys.portfolios')],
    ...Object.values(sections)
      .filter((section) => !('isPlanned' in section))
      .map(({ letter, title }) => [`g  ${letter}`, t('keys.go', { section: t(title) })] as const),
  ] as const;
  return (
    <Modal opened onClose={onClose} title={t('keys.title')} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <dl className={css['keys']}>
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
