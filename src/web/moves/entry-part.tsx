import { useText } from '#web/i18n/text.tsx';
import { durationText, missing } from '#web/ui/values/format.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import { MoveHistogram } from './move-histogram.tsx';
import css from './moves.module.css';
import type { ToldMoves } from './price-move-queries.ts';

const MINUTE_MS = 60_000;
const ALL_PERCENT = 100;

/** What entries lost before they came back, with those that did not. */
export function EntryPart({ moves }: { readonly moves: ToldMoves }) {
  const t = useText();
  const { excursions, horizonDays: days } = moves;
  const { samples, censored, cutOff, percent } = excursions;
  const title = t('moves.entries', { rebound: t.number(moves.reboundPercent), days });
  const unknown = samples === 0 ? 0 : (ALL_PERCENT * (censored + cutOff)) / samples;
  const count = (value: number) => t.number(String(value));
  const wait = excursions.minutes.atP50;
  const facts = [
    [t('moves.fact.wait'), wait === null ? missing : durationText(Number(wait) * MINUTE_MS, t)],
    [t('moves.fact.median'), <Pct key="atP50" kind="plain" value={percent.atP50} unit />],
    [t('moves.fact.atP90'), <Pct key="atP90" kind="plain" value={percent.atP90} unit />],
  ] as const;
  return (
    <section className={css['part']}>
      <h3>{title}</h3>
      <MoveHistogram
        name={`${moves.futuresTicker} entries`}
        label={title}
        bins={excursions.bins}
        unknownPercent={String(unknown)}
      />
      <dl className={css['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css['quiet']}>
        {t('moves.entries.more', {
          ...{ samples: count(samples), censored: count(censored), cutOff: count(cutOff), days },
          effective: t.number(excursions.effectiveSamples ?? '0', { decimals: 0 }),
        })}
      </p>
    </section>
  );
}
