import { type BotsView, botActs, registerKindView } from './kind-view.ts';
import { ladderFieldName, ladderFieldOrder, ladderValueName } from './ladder-names.ts';
import { ruleFieldName, ruleFieldOrder, rulesSetExit, ruleValueText, sideRule } from './rule-words.ts';

registerKindView({
  kind: 'custom-bot',
  tone: 'paper',
  title: (t) => t('nav.custom'),
  bots: {
    facts: (t) => t('bots.facts'),
    empty: (t) => t('bots.emptyCustom'),
    isInDemo: false,
    newPortfolio: {
      title: (t) => t('portfolio.createCustomTitle'),
      hint: (t) => t('portfolio.createHint'),
    },
    columns: ['signal', 'distance', 'lastTrigger', 'tp', 'stop', 'liq'],
    acts: botActs,
    presets: async () => (await import('./rule-presets.ts')).rulePresets(),
    hasOwnExit: rulesSetExit,
    directions: (params) => (['buy', 'sell'] as const).filter((direction) => params[direction] != null),
    entryRule: sideRule,
    fieldOrder: ruleFieldOrder,
    fieldName: ruleFieldName,
    valueText: ruleValueText,
  },
  coming: null,
});

/** How the pages show bots that work a ladder, on whatever money. */
const ladderBots: Omit<BotsView, 'facts' | 'empty' | 'isInDemo' | 'newPortfolio' | 'acts'> = {
  columns: ['steps', 'ladder', 'next', 'tp', 'stop', 'liq'],
  presets: async () => (await import('./ladder-presets.ts')).ladderPresets(),
  hasOwnExit: () => false,
  directions: ({ direction }) => (['buy', 'sell'] as const).filter((one) => direction === one || direction === 'both'),
  entryRule: ({ entryConditions }) => entryConditions ?? null,
  fieldOrder: ladderFieldOrder,
  fieldName: ladderFieldName,
  valueText: (value, t) => (typeof value === 'string' ? ladderValueName(value, t) : null),
};

registerKindView({
  kind: 'dca-bot',
  tone: 'paper',
  title: (t) => t('nav.paper'),
  bots: {
    ...ladderBots,
    facts: (t) => t('bots.facts'),
    empty: (t) => t('bots.empty'),
    isInDemo: true,
    newPortfolio: {
      title: (t) => t('portfolio.createTitle'),
      hint: (t) => t('portfolio.createHint'),
    },
    acts: botActs,
  },
  coming: null,
});

registerKindView({
  kind: 'dca-prod-bot',
  tone: 'live',
  title: (t) => t('nav.live'),
  bots: {
    ...ladderBots,
    facts: (t) => t('bots.factsLive'),
    empty: (t) => t('bots.emptyLive'),
    isInDemo: false,
    newPortfolio: {
      title: (t) => t('portfolio.createLiveTitle'),
      hint: (t) => t('portfolio.createLiveHint'),
    },
    acts: botActs.filter((act) => act !== 'deal'),
  },
  coming: null,
});
