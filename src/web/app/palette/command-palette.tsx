import { Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { pageAddress, pages, sections } from '#contract/pages.ts';
import { portfoliosQuery } from '#web/api/portfolio-queries.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { useLanguage, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { setColours, setScheme, useAppearance } from '#web/ui/appearance.ts';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { pageName } from '#web/ui/words/page-name.ts';
import { signOutByUser } from '../sign-out-by-user.ts';
import css from './command-palette.module.css';

interface Command {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

interface CommandPaletteProps {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

const SHOWN_MAX = 12;

/** Pages with a fixed address that are not the first page of a section. */
const innerPages = pages.flatMap((page) => {
  const address = pageAddress(page);
  const isOwn = Object.values(sections).some((section) => section.path === page.path);
  return address === null || page.title === undefined || isOwn ? [] : [{ page, address }];
});

/** Type a few letters; Enter opens or runs the marked line. Pressed before the lists are loaded, it waits for them. */
export function CommandPalette({ onClose, onKeys }: CommandPaletteProps) {
  const t = useText();
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const needle = typed.trim().toLowerCase();
  const { all, isLoading } = useCommands(onKeys);
  const commands = all.filter((command) => command.label.toLowerCase().includes(needle)).slice(0, SHOWN_MAX);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  useEffect(() => {
    if (isWaiting) run(commands[0]);
  });
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') {
      run(commands[marked]);
      setWaiting(isLoading && commands.length === 0);
    }
    if (step === 0 || commands.length === 0) return;
    event.preventDefault();
    setMarked((marked + step + commands.length) % commands.length);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      title={t('command.title')}
      classNames={{ header: css['header'] ?? '', body: css['body'] ?? '' }}
    >
      <TextInput
        data-autofocus
        aria-label={t('command.title')}
        placeholder={t('command.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={commands[marked] ? `command-${commands[marked].id}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setMarked(0);
          setWaiting(false);
        }}
        onKeyDown={onKey}
      />
      <div id="commands" role="listbox" aria-label={t('command.title')} className={css['list']}>
        {commands.map((command, index) => (
          <Line
            key={command.id}
            command={command}
            isMarked={index === marked}
            onRun={() => run(command)}
            onMark={() => setMarked(index)}
          />
        ))}
      </div>
      {commands.length === 0 ? (
        <p className={css['none']}>{t(isLoading ? 'command.loading' : 'command.none')}</p>
      ) : null}
    </Modal>
  );
}

interface LineProps {
  readonly command: Command;
  readonly isMarked: boolean;
  readonly onRun: () => void;
  readonly onMark: () => void;
}

function Line({ command, isMarked, onRun, onMark }: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field above handles the keys for its list.
    <div
      id={`command-${command.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      className={css['command']}
      onClick={onRun}
      onMouseMove={onMark}
    >
      {command.label}
    </div>
  );
}

function useCommands(onKeys: () => void): { readonly all: readonly Command[]; readonly isLoading: boolean } {
  const t = useText();
  const navigate = useNavigate();
  const own = useQuery(portfoliosQuery);
  const listed = useQuery(assetsQuery);
  const assets = listed.data?.items ?? [];
  const { scheme, colours } = useAppearance();
  const { language, setLanguage } = useLanguage();
  const goes = Object.entries(sections).map(([id, { path, title }]) => ({
    id,
    label: t(title),
    run: () => void navigate({ to: path }),
  }));
  const inside = innerPages.map(({ page, address }) => ({
    id: page.path,
    label: pageName(page, t),
    run: () => void navigate({ to: address }),
  }));
  const portfolios = (own.data?.items ?? []).map((portfolio) => ({
    id: portfolio.portfolioId,
    label: portfolio.name,
    run: () => void navigate({ to: kindAddress(portfolio.kind, 'portfolio', portfolio.portfolioId) }),
  }));
  const contracts = assets.map(({ futuresTicker: symbol }) => ({
    id: symbol,
    label: `${t('nav.market')}, ${symbol}`,
    run: () => void navigate({ to: '/market/$symbol', params: { symbol } }),
  }));
  const all = [
    ...goes,
    ...portfolios,
    ...inside,
    { id: 'theme', label: t('command.theme'), run: () => setScheme(scheme === 'dark' ? 'light' : 'dark') },
    { id: 'colours', label: t('command.colours'), run: () => setColours(colours === 'safe' ? 'usual' : 'safe') },
    { id: 'language', label: t('command.language'), run: () => setLanguage(language === 'en' ? 'ru' : 'en') },
    { id: 'keys', label: t('command.keys'), run: onKeys },
    { id: 'signOut', label: t('command.signOut'), run: () => void signOutByUser() },
    ...contracts,
  ];
  return { all, isLoading: own.isPending || listed.isPending };
}
