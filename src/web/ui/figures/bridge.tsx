import { useText } from '#web/i18n/text.tsx';
import { signOfText } from '../values/format.ts';
import { Money } from '../values/money.tsx';
import css from './bridge.module.css';
import { type BridgeParts, bridgeTerms, openOf } from './bridge-terms.ts';

interface BridgeProps {
  readonly parts: BridgeParts;
  readonly closedCycles: number;
}

interface Term {
  readonly id: string;
  readonly label: string;
  /** As shown, with two decimals. */
  readonly value: string;
  readonly exact: string;
  readonly kind: 'result' | 'amount';
  /** What stands before the term. */
  readonly sign: '' | '+' | '=';
}

/** How the equity came about: start + transfers + closed + open = equity, and what the open part is made of. */
export function Bridge({ parts, closedCycles }: BridgeProps) {
  const t = useText();
  const shown = bridgeTerms(parts);
  const terms: readonly Term[] = [
    { id: 'start', label: t('bridge.start'), value: shown.start, exact: parts.walletStart, kind: 'amount', sign: '' },
    {
      id: 'transfers',
      label: t('bridge.transfers'),
      value: shown.transfers,
      exact: parts.transfers,
      kind: 'amount',
      sign: '+',
    },
    {
      id: 'closed',
      label: t('bridge.closed', { cycles: t.plural('cycles', closedCycles) }),
      value: shown.closed,
      exact: parts.resultAll,
      kind: 'result',
      sign: '+',
    },
    { id: 'open', label: t('bridge.open'), value: shown.open, exact: openOf(parts), kind: 'result', sign: '+' },
    { id: 'equity', label: t('bridge.equity'), value: shown.equity, exact: parts.equity, kind: 'amount', sign: '=' },
  ];
  const widest = Math.max(...terms.map(({ value }) => Math.abs(Number(value))), 1);
  return (
    <dl className={css['bridge']} aria-label={t('bridge.label')}>
      {terms.map((term) => (
        <TermView key={term.id} term={term} widest={widest}>
          {term.id === 'open' ? <OpenParts shown={shown} parts={parts} /> : null}
        </TermView>
      ))}
    </dl>
  );
}

function TermView({
  term,
  widest,
  children,
}: {
  readonly term: Term;
  readonly widest: number;
  readonly children: React.ReactNode;
}) {
  const share = Math.abs(Number(term.value)) / widest;
  return (
    <div className={css['term']} data-term={term.id} data-tone={toneOf(term)}>
      <dt>{term.label}</dt>
      <dd className={css['bar']} aria-hidden="true">
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </dd>
      <dd className={css['value']}>
        <span className={css['sign']}>{term.sign}</span>{' '}
        <Money value={term.value} exact={term.exact} kind={term.kind} />
      </dd>
      {children}
    </div>
  );
}

function OpenParts({ shown, parts }: { readonly shown: ReturnType<typeof bridgeTerms>; readonly parts: BridgeParts }) {
  const t = useText();
  return (
    <dd className={css['parts']}>
      <span className={css['part']}>
        {t('bridge.unrealized')} <Money value={shown.unrealized} exact={parts.unrealized} /> ·
      </span>{' '}
      <span className={css['part']}>
        {t('bridge.realized')} <Money value={shown.realized} exact={parts.openRealized} /> ·
      </span>{' '}
      <span className={css['part']}>
        {t('bridge.costs')} <Money value={shown.costs} exact={parts.openCosts} />
      </span>
    </dd>
  );
}

function toneOf({ kind, id, value }: Term): 'gain' | 'loss' | 'equity' | 'plain' {
  if (id === 'equity') return 'equity';
  if (kind === 'amount') return 'plain';
  return signOfText(value) < 0 ? 'loss' : 'gain';
}
