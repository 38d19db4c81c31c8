import { useText } from '#web/i18n/text.tsx';
import { Money } from '#web/ui/values/money.tsx';
import css from '../../portfolio.module.css';
import type { Waterfall } from './waterfall.ts';

/** The parts of a result: each bar starts where the previous one ended, losses to the left, gains to the right. */
export function WaterfallBars({ waterfall, sum }: { readonly waterfall: Waterfall; readonly sum: string }) {
  const t = useText();
  return (
    <dl>
      {waterfall.steps.map((step) => (
        <div key={step.part}>
          <dt>{t(`cycles.part.${step.part}`)}</dt>
          <dd>
            <StepBlock waterfall={waterfall} from={step.from} to={step.to} isResult={false} />
          </dd>
          <dd>
            <Money value={step.amount} />
          </dd>
        </div>
      ))}
      <div className={css['sum']}>
        <dt>{sum}</dt>
        <dd>
          <StepBlock waterfall={waterfall} from={0} to={waterfall.steps.at(-1)?.to ?? 0} isResult />
        </dd>
        <dd>
          <Money value={waterfall.result} />
        </dd>
      </div>
    </dl>
  );
}

interface StepBlockProps {
  readonly waterfall: Waterfall;
  readonly from: number;
  readonly to: number;
  readonly isResult: boolean;
}

function StepBlock({ waterfall, from, to, isResult }: StepBlockProps) {
  const span = waterfall.high - waterfall.low || 1;
  const percentOf = (value: number) => ((value - waterfall.low) / span) * 100;
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  return (
    <span
      className={css['wfBar']}
      data-tone={to < from ? 'loss' : 'gain'}
      data-result={isResult ? '' : undefined}
      style={{
        '--left': `${percentOf(left)}%`,
        '--width': `${percentOf(right) - percentOf(left)}%`,
        '--zero': `${percentOf(0)}%`,
      }}
      aria-hidden="true"
    />
  );
}
