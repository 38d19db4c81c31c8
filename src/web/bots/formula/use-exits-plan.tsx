import { useText } from '#web/i18n/text.tsx';
import { orderWords } from '#web/ui/words/order-words.ts';
import { type BotsChange, trimmedExits } from '../changes/bots-change.ts';
import { refusedBots } from '../changes/refused-bots.ts';
import type { EditPlan, Planning } from './edit-plan.ts';
import { type ExitField, exitFields, type PlannedEdit, plannedExit } from './planned-edit.ts';
import { useRestingOrders } from './use-resting-orders.ts';

/** Take profit or stop-loss of the bots themselves; `field` null: another plan is asked for. */
export function useExitsPlan({ bots, formula, send }: Planning, field: ExitField | null): EditPlan {
  const t = useText();
  const orders = useRestingOrders(field === null ? [] : bots);
  const edits = formula === null || field === null ? [] : bots.map((bot) => plannedExit(bot, field, formula));
  const refused = refusedBots(send.error, send.variables, t);
  const change = field === null ? null : changeOf(field, edits, refused);
  return {
    edits,
    refused,
    changed: change?.items.length ?? 0,
    change,
    effectOf({ bot }) {
      const role = field === null ? null : exitFields[field].role;
      const replaced = orders.of(bot).filter((order) => order.role === role);
      return replaced.length === 0
        ? '—'
        : replaced.map((order) => <div key={order.orderId}>{orderWords(order, t)}</div>);
    },
    lines: [t('formula.together'), t('conditions.later')],
    stays: [t('conditions.stays')],
    isKnown: orders.isKnown,
    error: orders.error,
  };
}

/** What is sent: the percentages of the table, with the other exit of each bot as it is; null when nothing changes. */
function changeOf(
  field: ExitField,
  edits: readonly PlannedEdit[],
  refused: ReadonlyMap<string, string>,
): BotsChange | null {
  const items = edits.flatMap(({ bot, result }) => {
    if (result.state !== 'changed' || refused.has(bot.botId)) return [];
    const from = trimmedExits(bot);
    return [{ bot, from, to: { ...from, [field]: result.after } }];
  });
  const [first] = items;
  return first === undefined ? null : { type: 'exits', kind: first.bot.kind, items };
}
