import { Modal } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { KindFrame, KindTag } from '../figures/kind.tsx';
import { TextField } from '../form/field.tsx';
import { ProblemNote } from '../page/problem.tsx';
import css from './preview.module.css';
import { useReturnFocus } from './use-return-focus.ts';

interface PreviewProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** A dialog that trades repeats the frame and the tag of its page. */
  readonly kind?: 'paper' | 'live' | null;
  /** The button names the action: "Close 61.3 AVAX at market". */
  readonly act: string;
  readonly isDestructive?: boolean;
  /** What happens: orders cancelled and placed, position, estimated cost. */
  readonly lines: readonly ReactNode[];
  /** What does not change. */
  readonly stays?: readonly ReactNode[];
  readonly isBusy?: boolean;
  /** Why the action is disabled; omitted or null when it is enabled. */
  readonly blockedBecause?: string | null;
  readonly error?: unknown;
  readonly onConfirm: () => void;
  /** Instead of "Cancel", once there is nothing to cancel. */
  readonly cancelWord?: string;
  /** Must be typed before the button is enabled. */
  readonly typeToConfirm?: string;
  readonly children?: ReactNode;
}

/** Shows the exact effect of an action before it happens. */
export function Preview(props: PreviewProps) {
  const t = useText();
  const reasonId = useId();
  const [typed, setTyped] = useState('');
  const blocked = props.blockedBecause ?? null;
  const isReady = blocked === null && (props.typeToConfirm === undefined || typed === props.typeToConfirm);
  useReturnFocus();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <KindFrame kind={props.kind ?? null}>
        <div className={css['body']}>
          {props.kind ? <KindTag kind={props.kind} /> : null}
          {props.children}
          <List words={props.lines} />
          {props.stays === undefined ? null : (
            <>
              <h2>{t('preview.stays')}</h2>
              <List words={props.stays} />
            </>
          )}
          {props.typeToConfirm === undefined ? null : (
            <TextField label={t('preview.type', { name: props.typeToConfirm })} value={typed} onChange={setTyped} />
          )}
          {props.error ? <ProblemNote error={props.error} /> : null}
        </div>
      </KindFrame>
      {blocked === null ? null : (
        <p className={css['reason']} id={reasonId}>
          {blocked}
        </p>
      )}
      <div className={css['acts']}>
        <Button onClick={props.onClose}>{props.cancelWord ?? t('act.cancel')}</Button>
        <Button
          variant="filled"
          className={props.isDestructive === false ? undefined : css['danger']}
          disabled={!isReady || props.isBusy === true}
          aria-describedby={blocked === null ? undefined : reasonId}
          onClick={props.onConfirm}
        >
          {props.act}
        </Button>
      </div>
    </Modal>
  );
}

function List({ words }: { readonly words: readonly ReactNode[] }) {
  return (
    <ul className={css['list']}>
      {words.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one dialog do not move.
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}
