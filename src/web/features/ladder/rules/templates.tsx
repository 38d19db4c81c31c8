import { useQuery } from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import type { tryStrategy } from '#contract/strategy.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import type { KindPreset } from '#web/kinds/kind-view.ts';
import { ruleText, sideRule } from '#web/kinds/rule-words.ts';
import { useBotsView, useKind } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { Card } from '#web/ui/page/card.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { draftOf } from './draft/strategy-draft.ts';
import type { StrategyEditor } from './draft/strategy-editor.ts';
import css from './rules.module.css';
import { trialQuery } from './trial/use-trial.ts';

/** The figures of a template are of the whole period; of its bars nothing is drawn. */
const DAYS = 90;
const BARS_MIN = 10;

/** Known strategies to begin with, each tried on the stored past of the symbol. */
export function Templates({ editor }: { readonly editor: StrategyEditor }) {
  const t = useText();
  const { presets } = useBotsView();
  const kind = useKind();
  const loaded = useQuery({ queryKey: ['presets', kind], queryFn: presets, staleTime: Number.POSITIVE_INFINITY });
  const { symbol, comment } = editor.draft;
  return (
    <Card title={t('rules.template.title')} note={t('rules.template.note', { symbol })}>
      {loaded.data === undefined ? <SkeletonRows rows={2} height={90} /> : null}
      <div className={css['templates']}>
        {loaded.data?.map((preset) => (
          <Template
            key={preset.id}
            preset={preset}
            symbol={symbol}
            onUse={() => {
              const name = preset.name(t);
              editor.change(draftOf({ name, comment, symbol, params: preset.params }));
              toast(t('rules.template.used', { name }));
            }}
          />
        ))}
      </div>
    </Card>
  );
}

interface TemplateProps {
  readonly preset: KindPreset;
  readonly symbol: string;
  readonly onUse: () => void;
}

function Template({ preset, symbol, onUse }: TemplateProps) {
  const t = useText();
  const kind = useKind();
  const body = { symbol, params: preset.params, days: DAYS, bars: BARS_MIN };
  const { data, isPending } = useQuery(trialQuery(kind, body));
  const name = preset.name(t);
  return (
    <article className={css['template']}>
      <h3>{name}</h3>
      <p>{`${preset.params['timeframe']}: ${ruleText(sideRule(preset.params, 'buy'), t)}`}</p>
      <p className={css['figures']} aria-busy={isPending}>
        {data === undefined ? isPending ? t('rules.trial.waiting') : '–' : <Tried trial={data} t={t} />}
      </p>
      <Button size="compact-xs" onClick={onUse}>
        {t('rules.template.use', { name })}
      </Button>
    </article>
  );
}

type Trial = Reply<typeof tryStrategy>;

interface TriedProps {
  readonly trial: Pick<Trial, 'figures' | 'rules' | 'reads'>;
  readonly t: Text;
}

/** What it came to, or that so little is stored that its entries were never known. */
function Tried({ trial: { figures, rules, reads }, t }: TriedProps) {
  const isUnknown = rules.every(({ purpose, knownSince }) => purpose !== 'enter' || knownSince === null);
  const [longest] = reads.toSorted((one, other) => other.bars - one.bars);
  if (!isUnknown || longest === undefined) return <Figures figures={figures} t={t} />;
  const { bars, timeframe } = longest;
  return <span>{t('rules.template.unknown', { bars: t.number(String(bars)), timeframe })}</span>;
}

interface FiguresProps {
  readonly figures: Trial['figures'];
  readonly t: Text;
}

function Figures({ figures: { entered, meanPercent, worstPercent }, t }: FiguresProps) {
  return (
    <>
      <span>{`${t('rules.trial.entered')} ${entered}`}</span>
      <span>
        {t('rules.trial.mean')} <Pct value={meanPercent} kind="result" unit />
      </span>
      <span>
        {t('rules.trial.worst')} <Pct value={worstPercent} kind="result" unit />
      </span>
    </>
  );
}
