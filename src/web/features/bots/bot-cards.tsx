import { directionOf } from '#web/api/bot-direction.ts';
import { useLiveBot } from '#web/api/live/use-live-bots.ts';
import type { Atom, Bot } from '#web/api/trading-queries.ts';
import { isOpen } from '#web/bots/is-open.ts';
import { shownLiquidation } from '#web/bots/shown-liquidation.ts';
import { isUnprotected } from '#web/bots/unprotected.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import { Duration } from '#web/ui/values/age.tsx';
import { distancePercent } from '#web/ui/values/distance.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { SideMark } from '#web/ui/values/side-mark.tsx';
import { UnprotectedMark } from '#web/ui/values/unprotected-mark.tsx';
import { AtomGauge } from './bot-columns.tsx';
import { BotCardMenu } from './bot-menu.tsx';
import { type BotLine, needsUser, openForMs } from './bot-rows.ts';
import { statusOf } from './bot-words.ts';
import css from './bots.module.css';

interface CardsProps {
  readonly rows: readonly BotLine[];
  readonly marketNow: number | null;
  /** Opens the drawer of a bot. */
  readonly onOpen: (botId: string) => void;
  /** The ids of the bots that are checked; null while the cards show their menus. */
  readonly selected: ReadonlySet<string> | null;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

/** The table on phones: one card per bot, ordered by danger. */
export function BotCards({ rows, ...card }: CardsProps) {
  return (
    <ul className={css['cards']}>
      {rows
        .filter((row) => !row.isChild)
        .map((row) => (
          <BotCard key={row.id} row={row} {...card} />
        ))}
    </ul>
  );
}

function BotCard({ row, marketNow, onOpen, ...choice }: Omit<CardsProps, 'rows'> & { readonly row: BotLine }) {
  const t = useText();
  const bot = useLiveBot(row.bot);
  const open = bot.atoms.filter(isOpen);
  const openMs = openForMs(bot, marketNow);
  return (
    <li className={css['phoneCard']} data-tone={needsUser(bot) ? 'danger' : undefined}>
      <div className={css['phoneHead']}>
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
        <CardControl bot={bot} {...choice} />
      </div>
      {open.map((atom) => (
        <CardPosition key={atom.atomId} atom={atom} bot={bot} />
      ))}
    </li>
  );
}

/** The menu of a bot, or its check box while several are selected. */
function CardControl({ bot, selected, onSelect }: Pick<CardsProps, 'selected' | 'onSelect'> & { readonly bot: Bot }) {
  const t = useText();
  if (selected === null) return <BotCardMenu bot={bot} />;
  const others = [...selected].filter((id) => id !== bot.botId);
  return (
    <label className={css['cardCheck']}>
      <input
        type="checkbox"
        aria-label={t('table.select', { name: bot.name })}
        checked={selected.has(bot.botId)}
        onChange={(event) => onSelect(new Set(event.target.checked ? [...others, bot.botId] : others))}
      />
    </label>
  );
}

interface CardPositionProps {
  readonly atom: Atom;
  readonly bot: Bot;
}

/** One position as a bar, with its distances beneath. */
function CardPosition({ atom, bot }: CardPositionProps) {
  const t = useText();
  return (
    <div className={css['position']}>
      <AtomGauge atom={atom} isWide />
      <div className={`${css['line']} ${css['quiet']}`}>
        <Danger atom={atom} />
        <span>
          {bot.atoms.length > 1
            ? `${nameAmong(bot, atom, t)} ${atom.levelsFilled}/${atom.levelsTotal}`
            : t('bots.stepsOf', { filled: atom.levelsFilled, total: atom.levelsTotal })}
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
  );
}

/** How far the liquidation is; without one, that the position is unprotected. */
function Danger({ atom }: { readonly atom: Atom }) {
  const t = useText();
  const liquidation = shownLiquidation(atom);
  if (liquidation === null && isUnprotected(atom)) return <UnprotectedMark protection={atom.protection} look="short" />;
  return (
    <span>
      <UnprotectedMark protection={atom.protection} look="icon" /> {t('bots.liq')}{' '}
      <Pct value={distancePercent(atom.mark, liquidation)} unit />
    </span>
  );
}

/** What tells a position from the others of its bot: symbol, side or both. */
function nameAmong(bot: Bot, { symbol, direction }: Atom, t: Text): string {
  const side = t(direction === 'buy' ? 'side.long' : 'side.short');
  if (bot.symbols.length === 1) return side;
  return bot.atoms.length === bot.symbols.length ? symbol : `${symbol} ${side}`;
}
