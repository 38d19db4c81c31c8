import { botActs, registerKindView } from './kind-view.ts';
import { ladderFieldName, ladderValueName } from './ladder-names.ts';

registerKindView({
  kind: 'custom-bot',
  tone: null,
  title: (t) => t('nav.custom'),
  bots: null,
  coming: { title: (t) => t('later.custom.title'), text: (t) => t('later.custom.text') },
});

registerKindView({
  kind: 'dca-bot',
  tone: 'paper',
  title: (t) => t('nav.paper'),
  bots: {
    facts: (t) => t('bots.facts'),
    empty: (t) => t('bots.empty'),
    newPortfolio: {
      title: (t) => t('portfolio.createTitle'),
      hint: (t) => t('portfolio.createHint'),
    },
    columns: ['steps', 'ladder', 'next', 'tp', 'stop', 'liq'],
    acts: botActs,
    presets: async () => (await import('./ladder-presets.ts')).ladderPresets(),
    fieldName: ladderFieldName,
    valueName: ladderValueName,
  },
  coming: null,
});

registerKindView({
  kind: 'dca-prod-bot',
  tone: 'live',
  title: (t) => t('nav.live'),
  bots: null,
  coming: { title: (t) => t('later.live.title'), text: (t) => t('later.live.text') },
});
