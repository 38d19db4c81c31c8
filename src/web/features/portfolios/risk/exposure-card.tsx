import { useQuery } from '@tanstack/react-query';
import { assetsQuery } from '#web/api/system-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { KindTag } from '#web/ui/figures/kind.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { type Crowd, crowdsOf, exposuresOf, type HeldSides } from './exposure.ts';
import type { OpenPosition } from './open-positions.ts';
import css from './risk.module.css';
import { exposureColumns } from './risk-files.ts';

interface ExposureCardProps {
  readonly kind: 'paper' | 'live';
  readonly positions: readonly OpenPosition[];
  /** Of the portfolios that hold them, USDT. */
  readonly equity: string;
}

const NONE: readonly never[] = [];

/** What is held of each coin, long and short, and how much of the equity that is. */
export function ExposureCard({ kind, positions, equity }: ExposureCardProps) {
  const t = useText();
  const assets = useQuery(assetsQuery).data?.items ?? NONE;
  const coins = new Map(assets.map((asset) => [asset.futuresTicker, asset.baseAsset]));
  const coinOf = (symbol: string) => coins.get(symbol) ?? symbol;
  const shown = exposuresOf(positions, { coinOf, equity });
  const widest = Math.max(...shown.coins.map(({ long, short }) => Math.max(Number(long), -Number(short))));
  return (
    <Card
      title={t('exposure.title')}
      note={t('exposure.note')}
      actions={
        <>
          <KindTag kind={kind} />
          {shown.coins.length === 0 ? null : (
            <CsvButton name={`exposure-${kind}`} columns={exposureColumns(t)} rows={() => shown.coins} />
          )}
        </>
      }
      isFlush
    >
      {positions.length === 0 ? (
        <Empty title={t('exposure.none')} />
      ) : (
        <table className={css['exposure']} aria-label={t('exposure.title')}>
          <thead>
            <tr>
              <th scope="col">{t('exposure.coin')}</th>
              <th scope="col">{t('exposure.bar')}</th>
              <th scope="col">{t('exposure.net')}</th>
              <th scope="col">{t('exposure.share')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.coins.map((one) => (
              <Row key={one.coin} name={one.coin} exposure={one} widest={widest} />
            ))}
          </tbody>
          <tfoot>
            <Row name={t('exposure.total')} exposure={shown.total} widest={null} />
          </tfoot>
        </table>
      )}
      {crowdsOf(positions, coinOf).map((crowd) => (
        <CrowdNote key={`${crowd.coin} ${crowd.side}`} crowd={crowd} />
      ))}
      {shown.unvalued > 0 ? <p className={css['left']}>{t.plural('exposure.unvalued', shown.unvalued)}</p> : null}
    </Card>
  );
}

/** A longer list says less; the number of bots stands before it. */
const NAMES_SHOWN = 4;

function CrowdNote({ crowd: { coin, side, bots } }: { readonly crowd: Crowd }) {
  const t = useText();
  const names = bots.slice(0, NAMES_SHOWN).join(', ') + (bots.length > NAMES_SHOWN ? ', …' : '');
  const key = side === 'long' ? 'exposure.crowdedLong' : 'exposure.crowdedShort';
  return <p className={css['left']}>{t(key, { coin, count: bots.length, names })}</p>;
}

interface RowProps {
  readonly name: string;
  readonly exposure: HeldSides;
  /** The longest bar, USDT; null for a row without bars. */
  readonly widest: number | null;
}

function Row({ name, exposure, widest }: RowProps) {
  const t = useText();
  const { long, short, net, share } = exposure;
  const amount = (value: string) => t.number(value, { decimals: 2 });
  const words = t('exposure.barLabel', { short: amount(short), long: amount(long) });
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {widest === null ? (
          <span className={css['sides']}>
            <Money value={short} kind="amount" /> ◂ ▸ <Money value={long} kind="amount" />
          </span>
        ) : (
          <span className={css['bar']} role="img" aria-label={words} title={words}>
            <Side side="short" share={-Number(short) / widest} />
            <Side side="long" share={Number(long) / widest} />
          </span>
        )}
      </td>
      <td>
        <Money value={net} kind="amount" />
      </td>
      <td>
        <Pct value={share} kind="signed" />
      </td>
    </tr>
  );
}

function Side({ side, share }: { readonly side: 'long' | 'short'; readonly share: number }) {
  return (
    <span data-side={side}>
      <span style={{ width: `${(share * 100).toFixed(1)}%` }} />
    </span>
  );
}
