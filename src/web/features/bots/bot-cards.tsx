import { directionOf } from '#web/api/bot-direction.ts';
import { useLiveBot } from '#web/api/live/use-live-bots.ts';
import { isOpen } from '#web/bots/is-open.ts';
import { useText } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import { Duration } from '#web/ui/values/age.tsx';
import { distancePercent } from '#web/ui/values/distance.ts';
import { Money } from '#web/ui/values/money.tsx';
import { NoStop } from '#web/ui/values/no-stop.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { SideMark } from '#web/ui/values/side-mark.tsx';
import { AtomGauge } from './bot-columns.tsx';
import { BotMenu } from './bot-menu.tsx';
import { type BotLine, hasNoStop, needsUser, openForMs } from './bot-rows.ts';
import { statusOf } from './bot-words.ts';
import css from './bots.module.css';

interface CardsProps {
  readonly rows: readonly BotLine[];
  readonly marketNow: number | null;
  /** Opens the drawer of a bot. */
  readonly onOpen: (botId: string) => void;
}

/** The table on phones: one card per bot, ordered by danger. */
export function BotCards({ rows, marketNow, onOpen }: CardsProps) {
  return (
    <ul className={css['cards']}>
      {rows
        .filter((row) => !row.isChild)
        .map((row) => (
          <BotCard key={row.id} row={row} marketNow={marketNow} onOpen={onOpen} />
        ))}
    </ul>
  );
}

function BotCard({ row, marketNow, onOpen }: Omit<CardsProps, 'rows'> & { readonly row: BotLine }) {
  const t = useText();
  const bot = useLiveBot(row.bot);
  const open = bot.atoms.filter(isOpen);
  const openMs = openForMs(bot, marketNow);
  return (
    <li className={css['phoneCard']} data-tone={needsUser(bot) ? 'danger' : undefined}>
      <div className={css['line']}>
        <h2>
          <button type="button" className={css['open']} onClick={() => onOpen(bot.botId)}>
            {bot.name}
          </button>{' '}
          <SideMark direction={directionOf(bot)} />
        </h2>
        <span className={css['figure']}>
          <Money value={open.length > 0 ? bot.unrealized : null} />
        </span>
      </div>
      <div className={css['line']}>
        <Status {...statusOf(bot, marketNow, t)} />
        <span className={css['quiet']}>{openMs === null ? null : <Duration ms={openMs} />}</span>
      </div>
      {open.map((atom) => (
        <div key={atom.atomId}>
          {bot.atoms.length > 1 ? <div className={css['quiet']}>{atom.symbol}</div> : null}
          {hasNoStop(atom) ? <NoStop /> : null}
          <AtomGauge atom={atom} isWide />
          <div className={`${css['line']} ${css['quiet']}`}>
            <span>
              {t('bots.liq')} <Pct value={distancePercent(atom.mark, atom.liquidationPrice)} unit />
            </span>
            <span>
              {t('bots.stepsOf', { filled: atom.levelsFilled, total: atom.levelsTotal })}
              {atom.nextLevelPrice === null ? null : (
                <>
                  , {t('bots.next')} <Pct value={distancePercent(atom.mark, atom.nextLevelPrice)} unit />
                </>
              )}
            </span>
            <span>
              {t('bots.tp')} <Pct value={distancePercent(atom.mark, atom.takeProfitPrice)} unit />
            </span>
          </div>
        </div>
      ))}
      <div className={css['phoneActs']}>
        <BotMenu bot={bot} />
      </div>
    </li>
  );
}
