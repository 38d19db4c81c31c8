import { Columns3 } from 'lucide-react';
import { lazy } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { LateMenu } from '../../overlay/late-menu.tsx';
import type { ColumnChoice } from '../column.ts';

const OpenedColumns = lazy(async () => ({ default: (await import('./opened-columns.tsx')).OpenedColumns }));

export function ColumnChooser(props: ColumnChoice) {
  const t = useText();
  return (
    <LateMenu
      button={
        <IconButton variant="subtle" size={26} aria-label={t('table.columns')}>
          <Columns3 size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    >
      {(button) => <OpenedColumns button={button} {...props} />}
    </LateMenu>
  );
}
