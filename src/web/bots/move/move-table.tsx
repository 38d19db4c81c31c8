import type { Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import css from '../formula/formula.module.css';
import { whyNotMove } from './why-not-move.ts';

interface MoveTableProps {
  readonly bots: readonly Bot[];
  /** Id of the chosen portfolio; empty before one is chosen. */
  readonly target: string;
  /** Why the server refused bots, by bot. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Every bot with the portfolio that it is in, and whether it moves or why not. */
export function MoveTable({ bots, target, refused }: MoveTableProps) {
  const t = useText();
  const becomes = (bot: Bot): string => {
    const refusal = refused.get(bot.botId);
    if (refusal !== undefined) return t('change.refused', { why: refusal });
    const why = whyNotMove(bot, target);
    if (why !== null) return t(`move.${why}`);
    return target === '' ? '—' : t('move.moves');
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list longer than its box is scrolled with the keyboard.
    <section className={css['box']} tabIndex={0} aria-label={t('move.table')}>
      <table className={css['edits']}>
        <thead>
          <tr>
            <th scope="col">{t('bots.column.bot')}</th>
            <th scope="col">{t('move.from')}</th>
            <th scope="col">{t('move.table')}</th>
          </tr>
        </thead>
        <tbody>
          {bots.map((bot) => (
            <tr key={bot.botId}>
              <th scope="row">{bot.name}</th>
              <td>{bot.portfolioName}</td>
              <td>{becomes(bot)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
