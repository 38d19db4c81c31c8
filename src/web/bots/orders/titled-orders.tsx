import type { Atom } from '#web/api/trading-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { TitledPart } from '#web/ui/page/titled-part.tsx';
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
    <TitledPart title={t('drawer.orders')}>
      <WorkingOrders atoms={atoms} />
    </TitledPart>
  );
}
