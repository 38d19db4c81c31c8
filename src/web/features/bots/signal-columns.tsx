import { fourDigits } from '#base/decimal.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import { openedAtOf } from '#web/ui/values/opened-at.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import type { BotLine } from './bot-rows.ts';
import css from './bots.module.css';
import type { BotSignal } from './signal-queries.ts';

/** The columns of bots whose entries follow rules: what the rule says, how near it is, when it signalled last. */
export function signalColumns(signals: ReadonlyMap<string, BotSignal>, t: Text): readonly Column<BotLine>[] {
  const signalOf = (row: BotLine): BotSignal | null =>
    (row.atom && signals.get(row.atom.atomId)) ?? nearest(row, signals);
  return [
    {
      id: 'signal',
      title: t('bots.column.signal'),
      exact: (row) => signalOf(row)?.truth ?? null,
      cell: (row) => <SignalState signal={signalOf(row)} />,
    },
    {
      id: 'distance',
      title: t('bots.column.distance'),
      align: 'right',
      hint: t('bots.hint.distance'),
      sort: (row) => numberOf(signalOf(row)?.distancePercent),
      exact: (row) => signalOf(row)?.distanceValue ?? signalOf(row)?.distancePercent ?? null,
      cell: (row) => <Distance signal={signalOf(row)} />,
    },
    {
      id: 'lastTrigger',
      title: t('bots.column.lastTrigger'),
      align: 'right',
      sort: (row) => signalOf(row)?.lastTriggerAt ?? null,
      exact: (row) => lastBar(signalOf(row)),
      cell: (row) => {
        const bar = lastBar(signalOf(row));
        return bar === null ? <span className={css['flat']}>–</span> : utcMinute(bar, t.language);
      },
    },
  ];
}

/** The bar that triggered last, by the instant at which it opened. */
function lastBar(signal: BotSignal | null): string | null {
  if (signal === null || signal.lastTriggerAt === null) return null;
  return openedAtOf(signal.lastTriggerAt, Date.parse(signal.closedAt) - Date.parse(signal.openedAt));
}

/** Of a bot with several atoms, the one that is nearest to its trigger. */
function nearest({ bot, atom }: BotLine, signals: ReadonlyMap<string, BotSignal>): BotSignal | null {
  if (atom !== null) return null;
  const own = bot.atoms.flatMap(({ atomId }) => signals.get(atomId) ?? []);
  const far = Number.POSITIVE_INFINITY;
  return own.toSorted((a, b) => (numberOf(a.distancePercent) ?? far) - (numberOf(b.distancePercent) ?? far))[0] ?? null;
}

const numberOf = (text: string | null | undefined): number | null => (text == null ? null : Number(text));

/** A distance of prices in percent, of other values in their unit. */
function Distance({ signal }: { readonly signal: BotSignal | null }) {
  const t = useText();
  const value = signal?.distanceValue ?? null;
  if (value === null) return <Pct value={signal?.distancePercent} kind="plain" unit />;
  return <span>{t.number(fourDigits(value))}</span>;
}

function SignalState({ signal }: { readonly signal: BotSignal | null }) {
  const t = useText();
  if (signal === null) return <span className={css['flat']}>–</span>;
  return <span>{t(signal.isActing ? 'bots.signal.acts' : `bots.signal.${signal.truth}`)}</span>;
}
