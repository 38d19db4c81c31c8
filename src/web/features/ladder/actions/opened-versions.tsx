import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { GitCompareArrows } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { OpenedMenu } from '#web/ui/overlay/opened-menu.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import type { SavedStrategy } from '../strategy-queries.ts';

interface OpenedVersionsProps {
  readonly button: ReactElement;
  readonly strategy: SavedStrategy;
  readonly onCompare: () => void;
}

/** Opens an older version; saving it makes it the newest again. */
export function OpenedVersions({ button, strategy, onCompare }: OpenedVersionsProps) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <OpenedMenu button={button} position="bottom-end">
      {strategy.versions.length > 1 ? (
        <Menu.Item leftSection={<GitCompareArrows size={14} />} onClick={onCompare}>
          {t('strategy.compare')}
        </Menu.Item>
      ) : null}
      {strategy.versions.map(({ version, createdAt }) => (
        <Menu.Item
          key={version}
          onClick={() => void navigate({ to: '.', search: { version: String(version) } })}
          rightSection={utcMinute(createdAt, t.language)}
        >
          {t('strategy.version', { version })}
        </Menu.Item>
      ))}
    </OpenedMenu>
  );
}
