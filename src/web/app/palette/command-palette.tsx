import { Modal } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { TextBox } from '#web/ui/form/text-box.tsx';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import css from './command-palette.module.css';
import { type Command, useCommands } from './use-commands.ts';

export interface CommandPaletteProps {
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  readonly onClose: () => void;
  readonly onKeys: () => void;
  readonly onStopAll: () => void;
}

const SHOWN_MAX = 12;

/** Type a few letters; Enter opens or runs the marked line. Pressed before the lists are loaded, it waits for them. */
export function CommandPalette({ typed, onTyped, onClose, ...dialogs }: CommandPaletteProps) {
  const t = useText();
  useReturnFocus();
  const [marked, setMarked] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const needle = typed.trim().toLowerCase();
  const { all, isLoading } = useCommands(needle, dialogs);
  const commands = all.filter((command) => matches(command, needle)).slice(0, SHOWN_MAX);
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
      <TextBox
        data-autofocus
        aria-label={t('command.title')}
        placeholder={t('command.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={commands[marked] ? `command-${commands[marked].id}` : undefined}
        value={typed}
        onChange={(event) => {
          onTyped(event.currentTarget.value);
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

/** Every word that is typed stands somewhere in the label. */
function matches({ label }: Command, needle: string): boolean {
  const text = label.toLowerCase();
  return needle.split(/\s+/).every((word) => text.includes(word));
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
