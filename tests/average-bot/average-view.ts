import { registerKindView } from '#web/kinds/kind-view.ts';
import { averageKind } from './register-average.ts';

registerKindView({
  kind: averageKind.kind,
  tone: 'paper',
  title: () => 'Average bots',
  bots: {
    facts: () => 'Enters where the price crosses its average.',
    empty: () => 'You have no average bots yet.',
    isInDemo: false,
    newPortfolio: {
      title: () => 'New portfolio for average bots',
      hint: () => 'It starts with a paper wallet.',
    },
    columns: ['tp'],
    acts: ['finish', 'stop', 'delete'],
    hasOwnExit: () => false,
    directions: ({ direction }) => (direction === 'sell' ? ['sell'] : ['buy']),
    entryRule: () => null,
    fieldOrder: [],
    fieldName: (field) => (field === 'bars' ? 'Bars in the average' : null),
    presets: async () => [],
    valueText: () => null,
  },
  coming: null,
});
