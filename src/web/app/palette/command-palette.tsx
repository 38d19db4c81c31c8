import { Modal } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { searchedText } from '#base/typed/typed-text.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
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

const PART_COMMANDS = 12;

/** Type a few letters; Enter opens or runs the marked line. Pressed before the lists are loaded, it waits for them. */
export function CommandPalette({ typed, onTyped, onClose, ...dialogs }: CommandPaletteProps) {
  const t = useText();
  useReturnFocus();
  const field = useRef<HTMLInputElement>(null);
  const [marked, setMarked] = useState(0);
  const [shown, setShown] = useState(PART_COMMANDS);
  const [isWaiting, setWaiting] = useState(false);
  const needle = searchedText(typed);
  const { all, isLoading } = useCommands(needle, dialogs);
  const found = all.filter((command) => matches(command, needle));
  const commands = found.slice(0, shown);
  const rest = found.length - commands.length;
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const mark = (index: number) => {
    setMarked(index);
    const command = commands[index];
    if (command) document.getElementById(lineId(command))?.scrollIntoView({ block: 'nearest' });
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
    mark((marked + step + commands.length) % commands.length);
  };
  const showMore = () => {
    setShown(shown + PART_COMMANDS);
    setMarked(shown);
    field.current?.focus(); // Its keys walk the list.
  };
  return (
    <Frame onClose={onClose}>
      <TextBox
        ref={field}
        data-autofocus
        aria-label={t('command.title')}
        placeholder={t('command.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={commands[marked] && lineId(commands[marked])}
        value={typed}
        onChange={(event) => {
          onTyped(event.currentTarget.value);
          setMarked(0);
          setShown(PART_COMMANDS);
          setWaiting(false);
        }}
        onKeyDown={onKey}
      />
      <FoundCommands commands={commands} marked={marked} onRun={run} onMark={setMarked} />
      {commands.length === 0 ? (
        <p className={css['none']}>{t(isLoading ? 'command.loading' : 'command.none')}</p>
      ) : null}
      {rest > 0 ? <More rest={rest} onMore={showMore} /> : null}
    </Frame>
  );
}

function Frame({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const t = useText();
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
      {children}
    </Modal>
  );
}

function More({ rest, onMore }: { readonly rest: number; readonly onMore: () => void }) {
  const t = useText();
  return (
    <Button className={css['more'] ?? ''} size="compact-sm" variant="subtle" onClick={onMore}>
      {t('table.more', { count: Math.min(rest, PART_COMMANDS), rest })}
    </Button>
  );
}

interface FoundProps {
  readonly commands: readonly Command[];
  readonly marked: number;
  readonly onRun: (command: Command) => void;
  readonly onMark: (index: number) => void;
}

function FoundCommands({ commands, marked, onRun, onMark }: FoundProps) {
  const t = useText();
  return (
    <div id="commands" role="listbox" aria-label={t('command.title')} className={css['list']}>
      {commands.map((command, index) => (
        <Line
          key={command.id}
          command={command}
          isMarked={index === marked}
          onRun={() => onRun(command)}
          onMark={() => onMark(index)}
        />
      ))}
    </div>
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
  const text = searchedText(label);
  return needle.split(/\s+/).every((word) => text.includes(word));
}

const lineId = ({ id }: Command) => `command-${id}`;

function Line({ command, isMarked, onRun, onMark }: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field above handles the keys for its list.
    <div
      id={lineId(command)}
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
