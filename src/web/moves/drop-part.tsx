import { useText } from '#web/i18n/text.tsx';
import { durationText, missing, utcMinute } from '#web/ui/values/format.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import { MoveHistogram } from './move-histogram.tsx';
import css from './moves.module.css';
import type { ToldMoves } from './price-move-queries.ts';

const MINUTE_MS = 60_000;

/** Drops before a rebound, one after another. */
export function DropPart({ moves }: { readonly moves: ToldMoves }) {
  const { drops, direction, reboundPercent } = moves;
  const t = useText();
  const rebound = t.number(reboundPercent);
  const title = t(direction === 'buy' ? 'moves.drops.buy' : 'moves.drops.sell', { rebound });
  const { percent, open } = drops;
  const wait = drops.minutes.atP50;
  const facts = [
    [t('moves.fact.swings'), t.number(String(drops.samples))],
    [t('moves.fact.aDay'), t.number(drops.swingsADay, { decimals: 1 })],
    [t('moves.fact.wait'), wait === null ? missing : durationText(Number(wait) * MINUTE_MS, t)],
    [t('moves.fact.median'), <Pct key="atP50" kind="plain" value={percent.atP50} unit />],
    [t('moves.fact.atP99'), <Pct key="atP99" kind="plain" value={percent.atP99} unit />],
    [t('moves.fact.deepest'), <Pct key="max" kind="plain" value={percent.max} unit />],
  ] as const;
  return (
    <section className={css['part']}>
      <h3>{title}</h3>
      {drops.samples === 0 ? (
        <p className={css['quiet']}>{t('moves.noSwings', { rebound })}</p>
      ) : (
        <MoveHistogram name={`${moves.futuresTicker} drops`} label={title} bins={drops.bins} />
      )}
      <dl className={css['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {open === null ? null : (
        <p className={css['quiet']}>
          {t('moves.open', {
            percent: t.number(open.dropPercent, { decimals: 2 }),
            since: utcMinute(open.beginDate, t.language),
          })}
        </p>
      )}
    </section>
  );
}
