import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { SentQuery } from '#contract/call.ts';
import { exportTest } from '#contract/tests/test-report.ts';
import { api } from '#web/api/api.ts';
import { useText } from '#web/i18n/text.tsx';
import { OpenedMenu } from '#web/ui/overlay/opened-menu.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { saveFile } from '#web/ui/table/csv.ts';
import { problemText } from '#web/ui/words/problem-text.ts';
import type { RunOf } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';

interface OpenedMoreProps {
  readonly test: TestDetail;
  readonly run: RunOf | null;
  readonly button: ReactElement;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

const kinds = [
  { what: 'bots', format: 'csv' },
  { what: 'bots', format: 'json' },
  { what: 'cycles', format: 'csv' },
  { what: 'orders', format: 'csv' },
  { what: 'trades', format: 'csv' },
  { what: 'report', format: 'json' },
] as const;

export function OpenedMore({ button, test, run, onEdit, onDelete }: OpenedMoreProps) {
  const t = useText();
  const save = useMutation({
    mutationFn: (query: NonNullable<SentQuery<typeof exportTest>>) => api(exportTest, { query }),
    onSuccess: ({ fileName, contentType, text }) => saveFile(fileName, text, contentType),
    onError: (error) => toast(problemText(error, t).what),
  });
  const offered = kinds.filter(({ what }) => what === 'bots' || run !== null);
  return (
    <OpenedMenu button={button} position="bottom-end">
      <Menu.Item onClick={onEdit}>{t('backtest.props')}</Menu.Item>
      <Menu.Label>{t('backtest.export')}</Menu.Label>
      {offered.map(({ what, format }) => (
        <Menu.Item
          key={`${what} ${format}`}
          onClick={() =>
            save.mutate({
              what,
              format,
              ...(what === 'bots' || run === null ? { conditionId: test.conditionId } : run),
            })
          }
        >
          {t(`backtest.export.${what}`)}, {format.toUpperCase()}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={onDelete}>{t('backtest.delete.more')}</Menu.Item>
    </OpenedMenu>
  );
}
