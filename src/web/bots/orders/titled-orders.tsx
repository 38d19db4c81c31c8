import type { Atom } from '#web/api/trading-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import css from './orders.module.css';
import { WorkingOrders } from './working-orders.tsx';

/** The working orders under their title, with the words that they need. */
export function TitledOrders({ atoms }: { readonly atoms: readonly Atom[] }) {
  return (
    <PartText part="botWork">
      <Titled atoms={atoms} />
    </PartText>
  );
}

function Titled({ atoms }: { readonly atoms: readonly Atom[] }) {
  const t = useText();
  return (
    <section className={css['part']}>
      <h2>{t('drawer.orders')}</h2>
      <WorkingOrders atoms={atoms} />
    </section>
  );
}
