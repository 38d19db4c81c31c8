import { Plus } from 'lucide-react';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { useIsPhone } from './use-is-phone.ts';

interface CreateButtonProps {
  readonly label: string;
  readonly onClick: () => void;
}

const plus = <Plus size={16} strokeWidth={1.75} aria-hidden="true" />;

/** The act by which a page gets more of what it lists. */
export function CreateButton({ label, onClick }: CreateButtonProps) {
  return (
    <Button variant="filled" leftSection={plus} onClick={onClick}>
      {label}
    </Button>
  );
}

/** The same in the header of a page: on phones only its sign, so that the header keeps to one line. */
export function HeaderCreateButton(props: CreateButtonProps) {
  if (!useIsPhone()) return <CreateButton {...props} />;
  return (
    <IconButton size={44} variant="subtle" aria-label={props.label} title={props.label} onClick={props.onClick}>
      {plus}
    </IconButton>
  );
}
