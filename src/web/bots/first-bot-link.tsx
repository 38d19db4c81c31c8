import { Link } from '@tanstack/react-router';
import { kindEntry } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';

interface FirstBotLinkProps {
  readonly kind: BotKind;
  /** The words of a link to strategies. */
  readonly toStrategies: string;
}

/** Where a user goes on who has no bot yet: to the strategies of the kind, or where its pages write none, to its bots. */
export function FirstBotLink({ kind, toStrategies }: FirstBotLinkProps) {
  const t = useText();
  if (kindEntry(kind).editor !== null) return <Link to={kindAddress(kind, 'strategy')}>{toStrategies}</Link>;
  return <Link to={kindAddress(kind, 'bots')}>{t('bots.new')}</Link>;
}
